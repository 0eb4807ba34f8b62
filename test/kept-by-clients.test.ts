import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { projections } from '../projections/registry.ts';
import { runJson } from './support/hub/command-line.ts';
import { startTestHub, type TestHub } from './support/hub/hub.ts';
import { patient } from './support/runner/patience.ts';

const reports = ['ha-snapshot', 'ha-loot', 'ha-level-up', 'ha-death'];
/** Events are served 10 s after they were stored. */
const servedWithinMs = 30_000;
const overlapMs = 30_000;
/** Query services hear of another live generation within milliseconds. */
const promotedWithinMs = 1_000;

test('ETags, since, cursors, ids and answers stay the same after a rebuild, promotions and a rollback', {
  timeout: patient(360_000),
}, async () => {
  const { hub, command, key, start } = await openGuild();
  const kept = await readKept(hub, key, start);
  const types = kept.feed.map(({ event }) => (event as { readonly type: string } | null)?.type);
  // The start cursor has no event, and one report has two levels.
  expect(types).toEqual([undefined, 'loot', 'level_up', 'level_up', 'death']);
  const sessions = kept.answers.sessions as { sessions: unknown[] };
  expect(sessions.sessions).toHaveLength(1);

  const { rebuilt } = await command('rebuild', '--all', '--full-speed', '--promote');
  expect(rebuilt).toHaveLength(projections.length);
  await expectKept(hub, key, kept);
  for (const { name } of projections) await command('rollback', name);
  await expectKept(hub, key, kept);
  for (const { name } of projections) await command('promote', name);
  await expectKept(hub, key, kept);
});

async function openGuild() {
  const hub = await startTestHub();
  const key = await hub.makeKey();
  const token = await hub.pair(await hub.addMember('Merrin'));
  const { body } = await hub.get('/events?cursor=now', { key });
  for (const name of reports) {
    const report = await readFile(new URL(`./fixtures/reports/${name}.json`, import.meta.url));
    expect((await hub.report(token, report)).status).toBe(200);
  }
  const command = (...args: string[]) => runJson(hub.environment, ['projections', ...args]);
  return { hub, command, key, start: body.meta.next_cursor as string };
}

interface Kept {
  readonly etag: string;
  /** Nothing changed after this time, overlap included. */
  readonly since: string;
  readonly accountId: string;
  /** Pages of one event, so that each event comes with the cursor after it. */
  readonly feed: readonly { readonly cursor: string; readonly event: unknown }[];
  readonly answers: Readonly<Record<string, unknown>>;
}

async function readKept(hub: TestHub, key: string, start: string): Promise<Kept> {
  await hub.getUntil(`/events?cursor=${start}`, {
    key,
    withinMs: servedWithinMs,
    // The last report has the death.
    seen: ({ body }) => body.data?.some(({ type }: { type: string }) => type === 'death'),
  });
  const feed = [{ cursor: start, event: null as unknown }];
  for (;;) {
    const { body } = await hub.get(`/events?limit=1&cursor=${feed.at(-1)?.cursor}`, { key });
    if (body.data.length === 0) break;
    feed.push({ cursor: body.meta.next_cursor, event: body.data[0] });
  }
  const { headers, body } = await hub.get('/snapshot', { key });
  const accountId = body.data[0].id;
  return {
    etag: headers.get('etag') ?? '',
    since: new Date(Date.parse(body.meta.last_modified) + overlapMs + 1).toISOString(),
    accountId,
    feed,
    answers: await readAnswers(hub, key, accountId),
  };
}

const dayMs = 86_400_000;
const from = new Date(Date.now() - dayMs).toISOString();
const to = new Date(Date.now() + dayMs).toISOString();

async function readAnswers(hub: TestHub, key: string, accountId: string): Promise<Record<string, unknown>> {
  const account = `/accounts/${accountId}`;
  const range = `from=${from}&to=${to}`;
  const paths = {
    accounts: '/accounts',
    account,
    sessions: `${account}/sessions?${range}`,
    xp: `${account}/xp?skills=attack,overall&${range}`,
    gains: `${account}/gains?${range}`,
    equipment: `${account}/equipment-history?${range}`,
    wealth: `${account}/wealth?${range}`,
    trail: `${account}/locations?${range}`,
  };
  const answers: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(paths)) {
    const { status, body } = await hub.get(path, { key });
    expect({ name, status }).toEqual({ name, status: 200 });
    answers[name] = body.data;
  }
  return answers;
}

async function expectKept(hub: TestHub, key: string, kept: Kept): Promise<void> {
  // Until then, answers may come from the earlier generation.
  await delay(promotedWithinMs);
  for (const [index, { cursor }] of kept.feed.entries()) {
    const { body } = await hub.get(`/events?limit=1&cursor=${cursor}`, { key });
    const next = kept.feed[index + 1];
    expect(body.data).toEqual(next === undefined ? [] : [next.event]);
    expect(body.meta.next_cursor).toBe(next?.cursor ?? cursor);
  }
  const unchanged = await askSnapshot(hub, key, '', { 'if-none-match': kept.etag });
  expect(unchanged.status).toBe(304);
  const changed = await askSnapshot(hub, key, `?since=${kept.since}`);
  expect(changed.body.data).toEqual([]);
  expect(await readAnswers(hub, key, kept.accountId)).toEqual(kept.answers);
}

/** A key may ask once a second. */
function askSnapshot(
  hub: TestHub,
  key: string,
  query: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const seen = ({ status }: { status: number }) => status !== 429;
  return hub.getUntil(`/snapshot${query}`, { key, headers, withinMs: 5_000, seen });
}
