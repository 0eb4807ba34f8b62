import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { auditLogProjection } from '../../../projections/audit-log/projection.ts';
import { pause } from '../../../shared/async/waiting.ts';
import { auditEvent } from '../../../shared/log/record-in-audit.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { versionKey } from '../../../shared/projection/generations/generation.ts';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { launchHubCommand } from '../../../test/support/hub/hub-process.ts';

const clone = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

async function openHub() {
  const hub = await startTestHub();
  const { environment } = hub;
  return { hub, environment, json: (...args: string[]) => runJson(environment, args) };
}

test('--follow prints new entries', async () => {
  const { environment, json } = await openHub();
  await json('member', 'add', 'Quill');
  const following = launchHubCommand({ clone, as: null, environment }, ['audit', '--follow']);
  await expect.poll(following.printed, { timeout: 90_000 }).toContain('member-added');
  await json('decommission', 'on');
  await expect.poll(following.printed, { timeout: 90_000 }).toContain('decommission-switched  on=true');
  following.signal('SIGINT');
  const { code, stdout } = await following.ended;
  expect({ code, lines: stdout.trimEnd().split('\n').length }).toEqual({ code: 0, lines: 2 });
});

test('--follow waits until the audit log is complete, and can be stopped during the wait', async () => {
  const { hub, environment, json } = await openHub();
  await json('member', 'add', 'Quill');
  expect((await json('audit')).entries).toHaveLength(1);
  await hub.close();
  await keepProjectorAlive(hub.database);
  await project(hub.database, 'next_offset - 1');
  const follow = () => launchHubCommand({ clone, as: null, environment }, ['audit', '--follow']);
  const stopped = follow();
  await expect.poll(stopped.complained, { timeout: 90_000 }).toContain('still being built');
  stopped.signal('SIGINT');
  expect(await stopped.ended).toMatchObject({ code: 0, stdout: '' });
  const patient = follow();
  await expect.poll(patient.complained, { timeout: 90_000 }).toContain('still being built');
  expect(patient.printed()).toBe('');
  await project(hub.database, 'next_offset');
  await expect.poll(patient.printed, { timeout: 90_000 }).toContain('member-added');
  patient.signal('SIGINT');
  expect(await patient.ended).toMatchObject({ code: 0 });
});

/** Moves the checkpoints of the audit log to `upTo`, an SQL expression. */
async function project(database: Database, upTo: string): Promise<void> {
  const moved = await database.run({
    text: `update projection.checkpoint as c
           set next_offset = reached.next_offset
           from (select stream, partition, ${upTo} as next_offset from log.partition where next_offset > 0) as reached
           where c.projection = 'audit-log' and (c.stream, c.partition) = (reached.stream, reached.partition)`,
  });
  expect(moved).toBeGreaterThan(0);
}

/** Sends the heartbeats of a process that runs the audit log but makes no progress. */
async function keepProjectorAlive(database: Database): Promise<void> {
  const id = randomUUID();
  const beat = () =>
    database.run({
      text: `insert into projection.member (id, seen_at, runs) values ($1, clock_timestamp(), $2)
             on conflict (id) do update set seen_at = excluded.seen_at`,
      values: [id, [versionKey(auditLogProjection)]],
    });
  await beat();
  const beating = setInterval(() => void beat().catch(() => {}), 1_000);
  onTestFinished(() => clearInterval(beating));
}

test('--follow shows each entry once: the newest entries, and all of many new entries', async () => {
  const { hub, environment, json } = await openHub();
  const enter = (count: number) =>
    hub.append(Array.from({ length: count }, () => auditEvent({ by: 'hub', action: 'backup-made' })));
  await enter(300);
  const before = (await json('audit', '--limit', '300')).entries.map(({ id }: { id: string }) => id);
  expect(before).toHaveLength(300);
  const following = launchHubCommand({ clone, as: null, environment }, [
    ...['audit', '--follow', '--limit', '100', '--json'],
  ]);
  const ids = () => [...following.printed().matchAll(/^\{"id":"([^"]+)".*\n/gm)].map(([, id]) => id);
  const lines = () => ids().length;
  await expect.poll(lines, { timeout: 90_000 }).toBeGreaterThanOrEqual(100);
  // Waits for another poll.
  await pause(2_500);
  expect(ids()).toEqual(before.slice(0, 100).toReversed());
  await enter(1_500);
  await expect.poll(lines, { timeout: 90_000 }).toBeGreaterThanOrEqual(1_600);
  await pause(1_500);
  following.signal('SIGINT');
  expect(await following.ended).toMatchObject({ code: 0 });
  expect({ lines: lines(), entries: new Set(ids()).size }).toEqual({ lines: 1_600, entries: 1_600 });
});
