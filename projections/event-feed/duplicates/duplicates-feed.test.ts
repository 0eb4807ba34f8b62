import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { NewEvent } from '../../../shared/events/event.ts';
import type { GameEvent } from '../../../shared/events/types/game-event-recorded.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { buildGeneration } from '../../../shared/projection/testing/build-generation.ts';
import { digestGeneration } from '../../../shared/projection/testing/digest-generation.ts';
import { drain } from '../../../shared/projection/testing/step-projector.ts';
import { eraseSubjects } from '../../../shared/projection/upkeep/erase-subjects.ts';
import { eventFeedProjection } from '../projection.ts';
import { readStoredIds } from '../queries/read-stored-ids.ts';
import { gameEvent } from '../testing/game-events.ts';
import { openTestFeed, type TestFeed } from '../testing/open-test-feed.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const noon = Date.UTC(2026, 8, 14, 12);

/** A drop, recorded `after` ms after noon. Without a time in `some`, the drop happened then. */
function reported(by: string, after: number, some: Partial<GameEvent> = {}, account = 'a') {
  const drop = { item_id: 12_922, value_gp: 2_329_167, occurred_at: noon + after, ...some };
  return { ...gameEvent(account, drop), source: by, appendTime: noon + after };
}

type Reported = ReturnType<typeof reported>;

async function record(feed: TestFeed, batch: number, ...events: readonly Reported[]): Promise<void> {
  await feed.journal.import(events);
  await drain(feed.database, feed.journal, feed.generation, { batchSize: () => batch });
}

/** The offsets of the records that are events of the feed. */
async function kept(feed: TestFeed): Promise<number[]> {
  const filter = { accountIds: ['a', 'b', 'c'], types: null, minValue: null };
  const { events } = await feed.queries().after(0, filter, 1_000);
  return events.map(({ seq }) => seq - 1);
}

async function rowsOf(database: Database, schema: QuotedSchema, table: string): Promise<number> {
  const { rows } = await database.one<{ rows: number }>({
    text: `select count(*) as rows from ${schema}.${table}`,
  });
  return rows;
}

/** The log is the same for every size of live batches: only size 1 tries all sizes of rebuilds. */
async function expectRebuildsEqual(feed: TestFeed, liveBatch = 1): Promise<void> {
  const { database, journal, generation } = feed;
  const live = await digestGeneration(database, generation);
  for (const size of liveBatch === 1 ? [1, 3, 2_000] : [2_000]) {
    const projection = eventFeedProjection;
    const rebuilt = await buildGeneration({ database, journal, projection, batchSize: () => size });
    expect(await digestGeneration(database, rebuilt), `batches of ${size}`).toEqual(live);
  }
}

test.each([1, 2, 2_000])(
  'an event that two plugins report is in the feed once, in the form of the first record, in batches of %i',
  async (batch) => {
    const feed = await openTestFeed();
    await record(
      feed,
      batch,
      reported('x', 0, { data: '{"from":"x"}' }),
      reported('y', 3_000, { data: '{"from":"y"}' }),
      reported('x', minute, { occurred_at: noon + minute }),
      reported('y', minute + 1_000, { item_id: 1 }),
      reported('y', 2 * minute, { type: 'death' }, 'b'),
      reported('x', 2 * minute, { type: 'death' }, 'b'),
      reported('y', 3 * minute, { occurred_at: noon + minute + 15_000 }),
    );
    expect(await kept(feed)).toEqual([0, 2, 3, 4]);
    const [first] = (await feed.queries().latest({ accountIds: ['a'], types: null, minValue: null }, 10))
      .events;
    expect(first).toMatchObject({ seq: 1, data: '{"from":"x"}', received_at: noon });
    await expectRebuildsEqual(feed, batch);
  },
);

test.each([1, 2_000])(
  'events that the first plugin reported before the second plugin was known are compared, in batches of %i',
  async (batch) => {
    const feed = await openTestFeed();
    const early = Array.from({ length: 30 }, (_, index) => reported('x', index * minute, { item_id: index }));
    await record(feed, batch, ...early, reported('x', 30 * minute, {}, 'b'));
    const happened = (at: number) => ({ item_id: at, occurred_at: noon + at * minute });
    await record(
      feed,
      batch,
      // Recorded 20, 21 and 2 minutes after the record of the other plugin.
      reported('y', 30 * minute, happened(10)),
      reported('y', 30 * minute, happened(9)),
      reported('y', 31 * minute, happened(29)),
    );
    expect((await kept(feed)).slice(31)).toEqual([32]);
    await expectRebuildsEqual(feed, batch);
  },
);

test.each([1, 2, 2_000])(
  'an event that each of two plugins reports twice is two events, in batches of %i',
  async (batch) => {
    const feed = await openTestFeed();
    await record(
      feed,
      batch,
      reported('x', 0),
      reported('y', 0),
      reported('y', 1_000),
      reported('x', 2_000),
      reported('z', 3_000),
    );
    await record(feed, batch, reported('z', 4_000), reported('z', 5_000), reported('x', 5_000));
    expect(await kept(feed)).toEqual([0, 2, 6]);
    await expectRebuildsEqual(feed, batch);
  },
);

test('a record that was left out stays left out: its resends change nothing, and a replay gives the same result', async () => {
  const feed = await openTestFeed();
  const event_id = randomUUID();
  const second = reported('y', 1_000, { event_id });
  await record(feed, 1, reported('x', 0), second);
  const later = Array.from({ length: 5 }, (_, index) => reported('x', (index + 1) * day, { item_id: 7 }));
  await record(feed, 2, ...later);
  // The first event is no longer a recent event.
  expect(await rowsOf(feed.database, feed.generation.schema, 'recent_event')).toBe(1);
  const again = { event_id, value_gp: 1, type: 'death' };
  await record(
    feed,
    1,
    { ...second, appendTime: noon + 6 * day },
    reported('y', 6 * day + 1, again),
    reported('x', 7 * day),
  );
  expect(await kept(feed)).toEqual([0, 2, 3, 4, 5, 6, 9]);
  const { schema } = feed.generation;
  expect(await readStoredIds(feed.database, schema, [event_id, randomUUID()])).toEqual(new Set([event_id]));
  await feed.database.run({ text: `drop table ${schema}.duplicate` });
  expect(await readStoredIds(feed.database, schema, [event_id])).toEqual(new Set());
});

test.each([1, 2_000])(
  'equal events of two plugins without id and time are one event each time, in batches of %i',
  async (batch) => {
    const feed = await openTestFeed();
    const ids = { x: randomUUID(), y: randomUUID() };
    const alike = (by: 'x' | 'y', after: number) => reported(by, after, { event_id: ids[by], undated: true });
    const times = [0, 5_000, 125_000, 131_000, 250_000, day];
    await record(
      feed,
      batch,
      ...times.flatMap((after) => [alike('x', after), alike('y', after + 4_000)]),
      alike('y', day + 130_000),
    );
    // An equal record of a plugin is another event only after 120 s.
    expect(await kept(feed)).toEqual([0, 4, 8, 10, 12]);
    await expectRebuildsEqual(feed, batch);
  },
);

test('the recent events are 20 minutes of events, only of accounts with several plugins', async () => {
  const feed = await openTestFeed();
  const { database, generation } = feed;
  const hour = Array.from({ length: 60 }, (_, index) => index * minute);
  await record(
    feed,
    7,
    ...hour.flatMap((after, item_id) => [
      reported('x', after, { item_id }, 'a'),
      reported('x', after, { item_id }, 'b'),
    ]),
  );
  expect(await rowsOf(database, generation.schema, 'account_reporter')).toBe(2);
  expect(await rowsOf(database, generation.schema, 'recent_event')).toBe(0);
  await record(feed, 7, reported('y', 59 * minute, { item_id: 59 }));
  // Events that are never compared do not show a second plugin.
  await record(feed, 7, reported('y', 59 * minute, { type: 'achievement_diary', tier: 'Hard' }, 'b'));
  expect(await rowsOf(database, generation.schema, 'account_reporter')).toBe(3);
  expect(await rowsOf(database, generation.schema, 'recent_event')).toBe(21);
  await record(feed, 7, reported('x', 3 * 60 * minute));
  expect(await rowsOf(database, generation.schema, 'recent_event')).toBe(1);
  await expectRebuildsEqual(feed);
});

test('the recent events are the 20 minutes before the newest event, even when a much later record was left out', async () => {
  const feed = await openTestFeed();
  const early = [reported('x', 0), reported('x', 10 * minute, { item_id: 1 })];
  const again = reported('y', 29 * minute, { item_id: 1, occurred_at: noon + 10 * minute });
  await record(feed, 1, ...early, again);
  expect(await kept(feed)).toEqual([0, 1]);
  expect(await rowsOf(feed.database, feed.generation.schema, 'recent_event')).toBe(2);
  await expectRebuildsEqual(feed);
});

test('an erased account leaves nothing in any table, and other accounts keep their rows', async () => {
  const feed = await openTestFeed();
  const { database, journal, generation } = feed;
  const both = (account: string) => [reported('x', 0, {}, account), reported('y', 1_000, {}, account)];
  await record(feed, 2_000, ...both('a'), ...both('b'));
  const tables = { account_reporter: 2, event: 1, recent_event: 1, duplicate: 1 };
  await eraseSubjects(database, ['a']);
  const projection = eventFeedProjection;
  const rebuilt = await buildGeneration({ database, journal, projection, batchSize: () => 1 });
  for (const { schema } of [generation, rebuilt]) {
    for (const [table, rows] of Object.entries(tables)) {
      const left = await database.many<{ account_id: string }>({
        text: `select account_id from ${schema}.${table}`,
      });
      expect([table, left]).toEqual([table, Array.from({ length: rows }, () => ({ account_id: 'b' }))]);
    }
  }
});

test('a record that cannot be folded is not compared with later events', async () => {
  const feed = await openTestFeed();
  const event = reported('y', 1_000);
  const broken: NewEvent = reported('x', 0, { data: '[' });
  await record(feed, 2_000, { ...broken, appendTime: noon }, event, reported('x', 2_000));
  expect(await kept(feed)).toEqual([1]);
  await expectRebuildsEqual(feed);
});

const clue = { item_id: 19_553, value_gp: 11_032_059 };
const rewards = [
  { id: 19_553, quantity: 1 },
  { id: 385, quantity: 12 },
];
const clueMessage = {
  ...clue,
  type: 'CLUE',
  tier: 'elite',
  data: JSON.stringify({ type: 'CLUE', extra: { clueType: 'elite', numberCompleted: 77, items: rewards } }),
};
const clueLoot = {
  ...clue,
  data: JSON.stringify({
    type: 'LOOT',
    extra: { source: 'Clue Scroll (Elite)', items: rewards, category: 'EVENT' },
  }),
};

test.each([1, 2_000])(
  'the two messages of Dink for a clue are one loot event, in either order, in batches of %i',
  async (batch) => {
    const other = JSON.stringify({ data: { source: { text: 'Clue Scroll (Elite)' }, items: rewards } });
    const feed = await openTestFeed();
    await record(
      feed,
      batch,
      reported('dink', 0, clueMessage),
      reported('dink', 1_000, clueLoot),
      reported('dink', minute, clueLoot),
      reported('dink', minute + 1_000, clueMessage),
      reported('ha', 2 * minute, { ...clue, data: other }),
      reported('dink', 2 * minute, clueMessage),
      reported('dink', 2 * minute, clueLoot),
      reported('dink', 2 * minute + 20_000, clueMessage),
      reported('dink', 2 * minute + 20_000, { ...clueMessage, tier: 'hard' }),
    );
    expect(await kept(feed)).toEqual([0, 2, 4, 7, 8]);
    const filter = { accountIds: null, types: ['loot'], minValue: null };
    const { events } = await feed.queries().latest(filter, 10);
    expect(events.map(({ seq, tier }) => [seq, tier])).toEqual([
      [1, 'elite'],
      [3, 'elite'],
      [5, 'elite'],
    ]);
    await expectRebuildsEqual(feed, batch);
  },
);
