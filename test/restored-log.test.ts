import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projections } from '../projections/registry.ts';
import type { Database } from '../shared/postgres/database.ts';
import { sampleOf } from './support/campaign.ts';
import { runJson } from './support/hub/command-line.ts';
import { startTestHub } from './support/hub/hub.ts';
import { createHubClient, type HubClient } from './support/hub/hub-client.ts';
import {
  freePort,
  type HubProcess,
  hubJson,
  startHubProcess,
  temporaryDataDir,
} from './support/hub/hub-process.ts';
import { reportDrop } from './support/hub/sample-report.ts';
import { freshDatabase } from './support/postgres/database.ts';
import { dumpDatabase, restoreInPlace } from './support/postgres/dump.ts';
import { patient } from './support/runner/patience.ts';

/** Each case waits several times for the feed. */
const [inPlace, logAlone, folder] = sampleOf([
  { restored: 'a dump over its database' },
  { restored: 'the log alone' },
  { restored: 'the data directory' },
]);
/** Events are served 10 s after they were stored. */
const servedWithinMs = 30_000;

test.skipIf(logAlone?.leftOut)(
  'a follower that had read records which a restore lost gets every later event (architecture, what a client keeps)',
  {
    timeout: patient(360_000),
  },
  async () => {
    const hub = await startTestHub();
    const settings = hub.environment;
    const key = await hub.makeKey();
    const token = await hub.pair(await hub.addMember('Merrin'));
    await reportDrop(hub, token);
    const backup = await copyLog(hub.database);
    for (let lost = 0; lost < 3; lost += 1) await reportDrop(hub, token);
    const cursor = await cursorAfter(4, hub, key);

    await hub.close();
    await backup.restore();
    const restored = await startTestHub({ settings });
    const sent = [await reportDrop(restored, token), await reportDrop(restored, token)];
    await runJson(settings, ['projections', 'rebuild', '--all', '--full-speed']);
    for (const { name } of projections) await runJson(settings, ['projections', 'promote', name, '--force']);
    await expectServedAfter(restored, key, cursor, sent);
  },
);

test.skipIf(inPlace?.leftOut)(
  'a follower gets every event after a dump was restored over its own database',
  {
    timeout: patient(360_000),
  },
  async () => {
    const { url, database } = await freshDatabase();
    const settings = { DATABASE_URL: url, DATA_DIR: await temporaryDataDir(null) };
    const hub = await startTestHub({ settings });
    const key = await hub.makeKey();
    const token = await hub.pair(await hub.addMember('Merrin'));
    await reportDrop(hub, token);
    const dump = await dumpDatabase(database);
    for (let lost = 0; lost < 3; lost += 1) await reportDrop(hub, token);
    const cursor = await cursorAfter(4, hub, key);

    await hub.close();
    await restoreInPlace(database, dump);
    const restored = await startTestHub({ settings });
    const sent = [await reportDrop(restored, token), await reportDrop(restored, token)];
    await expectServedAfter(restored, key, cursor, sent);
  },
);

test.skipIf(folder?.leftOut)(
  'a follower gets every event after the data directory was copied back',
  {
    timeout: patient(540_000),
  },
  async () => {
    const dataDir = await temporaryDataDir(null);
    const kept = await temporaryDataDir(null);
    const port = await freePort();
    const environment = { DATA_DIR: dataDir, PORT: String(port) };
    const options = {
      clone: new URL('..', import.meta.url).pathname.replace(/\/$/, ''),
      as: null,
      environment,
    };
    const client = createHubClient(`http://127.0.0.1:${port}`);
    const stopped = async (hub: HubProcess) => {
      hub.signal('SIGTERM');
      expect((await hub.ended).code).toBe(0);
    };

    const first = await startHubProcess(options);
    await hubJson(options, ['member', 'add', 'Merrin']);
    const create = 'key create --service --name follower --categories events'.split(' ');
    const { key } = await hubJson(options, create);
    const token = await client.pairWith((await hubJson(options, ['pair', 'Merrin'])).code);
    await reportDrop(client, token);
    await stopped(first);
    await copyFolder(dataDir, kept);

    const second = await startHubProcess(options);
    for (let lost = 0; lost < 3; lost += 1) await reportDrop(client, token);
    const cursor = await cursorAfter(4, client, key);
    await stopped(second);
    await copyFolder(kept, dataDir);

    const third = await startHubProcess(options);
    const sent = [await reportDrop(client, token), await reportDrop(client, token)];
    await expectServedAfter(client, key, cursor, sent);
    await stopped(third);
  },
);

async function cursorAfter(events: number, hub: Pick<HubClient, 'getUntil'>, key: string): Promise<string> {
  const { body } = await hub.getUntil('/events', {
    key,
    withinMs: servedWithinMs,
    seen: ({ body }) => body.data?.length === events,
  });
  return body.meta.next_cursor;
}

async function expectServedAfter(
  hub: Pick<HubClient, 'getUntil'>,
  key: string,
  cursor: string,
  sent: readonly string[],
): Promise<void> {
  const { body } = await hub.getUntil(`/events?cursor=${cursor}`, {
    key,
    withinMs: servedWithinMs,
    seen: (answer) => answer.body.data?.length === sent.length,
  });
  expect(body.data.map(({ data }: { data: { data: { marker: string } } }) => data.data.marker)).toEqual(sent);
}

/** With owners and times. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('rm', ['-rf', `${to}/postgres`, `${to}/postgres.started`]);
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

async function copyLog(database: Database): Promise<{ restore(): Promise<void> }> {
  await database.run({ text: 'create table public.partition_backup as select * from log.partition' });
  await database.run({ text: 'create table public.record_backup as select * from log.record' });
  return {
    restore: async () => {
      await database.run({ text: 'truncate log.record, log.partition' });
      await database.run({ text: 'insert into log.partition select * from public.partition_backup' });
      await database.run({ text: 'insert into log.record select * from public.record_backup' });
    },
  };
}
