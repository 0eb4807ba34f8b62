import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildGeneration } from '../../shared/projection/testing/build-generation.ts';
import { digestGeneration } from '../../shared/projection/testing/digest-generation.ts';
import { drain, parkedRows } from '../../shared/projection/testing/step-projector.ts';
import { eventFeedProjection } from './projection.ts';
import type { EventFilter } from './queries/event-page.ts';
import { gameEvent } from './testing/game-events.ts';
import { openTestFeed } from './testing/open-test-feed.ts';

const everything = (...accountIds: string[]): EventFilter => ({ accountIds, types: null, minValue: null });

test('a resent event is in the feed once, in the form of its first record (read-api 6 rule 6)', async () => {
  const feed = await openTestFeed();
  const event_id = randomUUID();
  const [first] = await feed.record(
    gameEvent('a', { event_id, level: 1 }),
    gameEvent('a', { event_id, level: 2 }),
  );
  await feed.record(gameEvent('a', { event_id, level: 3 }), gameEvent('a'));
  const { events } = await feed.queries().after(0, everything('a'), 10);
  expect(events.map(({ seq, level }) => [seq, level])).toEqual([
    [first, 1],
    [4, null],
  ]);
});

test('an event keeps its recorded values, also the largest numbers and unusual text', async () => {
  const feed = await openTestFeed();
  const some = {
    type: 'loot "x"\u2028é',
    occurred_at: 1,
    value_gp: Number.MAX_SAFE_INTEGER,
    item_id: 2_147_483_647,
    npc_id: 0,
    skill: 'Sailing',
    level: 127,
    tier: 'Hard',
    points: 6,
    special_world: true,
    data: '{"nul":"\\u0000","lone":"\\ud800","quote":"\\"","n":1e308}',
  };
  const event = gameEvent('a', some);
  const before = Date.now() - 60_000;
  await feed.record(event);
  const [stored] = (await feed.queries().after(0, everything('a'), 1)).events;
  expect(stored).toMatchObject({ ...some, seq: 1, account_id: 'a' });
  expect(stored?.received_at).toBeGreaterThan(before);
});

test('a record of version 1, which had only a part of the plugin event, is stored in the current form', async () => {
  const feed = await openTestFeed();
  const data = '{"skill":"Attack","accountHash":"h","n":1.50,"world":3}';
  const stored = { ...gameEvent('a', { type: 'level_up', data }), version: 1 };
  await feed.record(stored, gameEvent('a', { data: '{"type":"loot"}' }));
  const { events } = await feed.queries().after(0, everything('a'), 10);
  const text = '{"type":"levelUp","data":[{"skill":"Attack","n":1.50,"world":3}]}';
  const from = text.indexOf(',"world"');
  const cuts = [from, from + ',"world":3'.length];
  expect(events.map((event) => [event.data, event.withheld])).toEqual([
    [text, { place: [], world: cuts, both: cuts }],
    ['{"type":"loot"}', null],
  ]);
});

test('tables of the previous shape can still be read', async () => {
  const feed = await openTestFeed();
  await feed.record(gameEvent('a', { data: '{"n":1}', value_gp: 7, occurred_at: 5 }));
  await feed.database.run({ text: `alter table ${feed.generation.schema}.event drop column withheld` });
  const queries = feed.queries();
  const loot = { accountIds: ['a'], from: 0, to: 10 };
  for (const events of [
    (await queries.after(0, everything('a'), 10)).events,
    (await queries.latest(everything('a'), 10)).events,
    await queries.topLoot(loot, 10),
  ]) {
    expect(events.map(({ data, withheld }) => [data, withheld])).toEqual([['{"n":1}', undefined]]);
  }
});

test.each(['{', '[]', '7'])(
  'an event whose data is no JSON object (%s) is parked, and other events continue',
  async (data) => {
    const feed = await openTestFeed();
    await feed.record(gameEvent('a', { data }), gameEvent('a', { level: 2 }));
    expect((await feed.queries().after(0, everything('a'), 10)).events.map(({ level }) => level)).toEqual([
      2,
    ]);
    expect(await parkedRows(feed.database, feed.generation)).toMatchObject([
      { record_offset: 0, behind: false },
    ]);
  },
);

test('a rebuild gives the same rows and sequences, and serves them by its own watermark', async () => {
  const feed = await openTestFeed();
  const event_id = randomUUID();
  await feed.record(gameEvent('a', { event_id }), gameEvent('b'), gameEvent('a', { data: '{' }));
  await feed.record(gameEvent('a', { event_id }), gameEvent('b', { value_gp: 7 }));
  const { database, journal } = feed;
  const rebuilt = await buildGeneration({
    database,
    journal,
    projection: eventFeedProjection,
    batchSize: () => 1,
  });
  const digests = [
    await digestGeneration(database, feed.generation),
    await digestGeneration(database, rebuilt),
  ];
  expect(digests[1]?.digest).toBe(digests[0]?.digest);
  await database.run({
    text: 'update projection.checkpoint set watermark_at = watermark_at + 12000 where projection = $1 and generation = $2',
    values: [eventFeedProjection.name, rebuilt.number],
  });
  expect((await feed.queries(10_000, rebuilt.schema).after(0, everything('a', 'b'), 10)).events.length).toBe(
    3,
  );
  expect((await feed.queries(10_000).after(0, everything('a', 'b'), 10)).events.length).toBe(0);
});

test('a repeated projection stores no event twice', async () => {
  const feed = await openTestFeed();
  await feed.record(gameEvent('a'), gameEvent('b'));
  await feed.database.run({
    text: "update projection.checkpoint set next_offset = 0 where projection = 'event-feed'",
  });
  await drain(feed.database, feed.journal, feed.generation);
  expect((await feed.queries().after(0, everything('a', 'b'), 10)).events.map(({ seq }) => seq)).toEqual([
    1, 2,
  ]);
});
