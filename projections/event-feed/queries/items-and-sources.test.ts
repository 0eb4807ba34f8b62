import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drain } from '../../../shared/projection/testing/step-projector.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { pagesRead } from '../../../test/support/postgres/pages-read.ts';
import { gameEvent } from '../testing/game-events.ts';
import { openTestFeed, servedAtOnceMs, type TestFeed } from '../testing/open-test-feed.ts';
import { type EventFilter, feedTables } from './event-page.ts';
import { eventsAfter } from './events-after.ts';
import { eventsBetween } from './events-between.ts';
import type { RangeCursor } from './events-range.ts';
import { latestEvents } from './latest-events.ts';

const events = 30_000;
const busy = Array.from({ length: 18 }, (_, index) => `busy${index}`);
const [coins, whip, fang, pet, shard] = [995, 4_151, 12_922, 13_247, -77];

/** The events are stored in another order than they happened. */
async function openItemFeed(): Promise<TestFeed> {
  const feed = await openTestFeed();
  const { database, generation } = feed;
  const { schema } = generation;
  await feed.fill({
    count: events,
    account: "'busy' || n % 18",
    type: "case n % 900 when 5 then 'death' else 'loot' end",
    occurredAt: '1000 + n * 7919 % 3000',
    valueGp: 'case when n % 3 = 0 then n * 7919 % 10007 end',
  });
  await database.run({
    text: `update ${schema}.event
           set source_name = case when seq % 10000 = 3 then 'vorkath' when seq % 7 = 0 then 'zulrah' end`,
  });
  for (const [item, share] of [
    [coins, 'true'],
    [whip, 'seq % 100 = 1'],
    [fang, 'seq % 10000 = 1'],
    [shard, 'seq % 50 = 2'],
  ] as const) {
    await database.run({
      text: `insert into ${schema}.event_item (item_id, seq, account_id, occurred_at)
             select $1, seq, account_id, occurred_at from ${schema}.event where ${share}`,
      values: [item],
    });
  }
  await database.run({
    text: `insert into ${schema}.item_name (account_id, name, item_id)
           values ('busy1', 'tanzanite fang', $1), ('busy2', 'tanzanite fang', $1), ('busy1', 'shard', $2),
             ('busy1', 'either', $1), ('busy1', 'either', $3)`,
    values: [fang, shard, whip],
  });
  for (const table of ['event', 'event_item', 'item_name']) {
    await database.run({ text: `vacuum analyze ${schema}.${table}` });
  }
  return feed;
}

const itemFeed = onceAFile(openItemFeed);

const names: Readonly<Record<string, readonly number[]>> = {
  'tanzanite fang': [fang],
  shard: [shard],
  either: [fang, whip],
  unknown: [],
};

const filters: fc.Arbitrary<EventFilter> = fc.record({
  accountIds: fc.option(fc.subarray([...busy, 'quiet'])),
  types: fc.option(fc.subarray(['loot', 'death', 'none'], { minLength: 1 })),
  minValue: fc.option(fc.constantFrom(0n, 5_000n, 20_000n)),
  items: fc.option(
    fc.record({
      ids: fc.subarray([coins, whip, fang, pet]),
      names: fc.subarray(Object.keys(names)),
    }),
    { nil: undefined },
  ),
  sources: fc.option(fc.subarray(['zulrah', 'vorkath', 'none']), { nil: undefined }),
});

interface Row {
  readonly seq: number;
  readonly account_id: string;
  readonly type: string;
  readonly value_gp: number | null;
  readonly occurred_at: number;
  readonly source_name: string | null;
}

function itemsAt(seq: number): number[] {
  return [
    coins,
    ...(seq % 100 === 1 ? [whip] : []),
    ...(seq % 10_000 === 1 ? [fang] : []),
    ...(seq % 50 === 2 ? [shard] : []),
  ];
}

function fits({ seq, account_id, type, value_gp, source_name }: Row, filter: EventFilter): boolean {
  const { accountIds, types, minValue, items, sources } = filter;
  const wanted = items && [...items.ids, ...items.names.flatMap((name) => names[name] ?? [])];
  return (
    accountIds?.includes(account_id) !== false &&
    types?.includes(type) !== false &&
    (minValue === null || (value_gp !== null && BigInt(value_gp) >= minValue)) &&
    (wanted === undefined || itemsAt(seq).some((item) => wanted.includes(item))) &&
    (sources === undefined || (source_name !== null && sources.includes(source_name)))
  );
}

const rowsOf = ({ database, generation }: TestFeed) =>
  database.many<Row>({
    text: `select seq, account_id, type, value_gp, occurred_at, source_name
           from ${generation.schema}.event order by seq`,
  });

test('the feed finds exactly the events that pass a filter by items and sources', async () => {
  const feed = itemFeed();
  const [queries, rows] = [feed.queries(), await rowsOf(feed)];
  await fc.assert(
    fc.asyncProperty(
      filters,
      fc.integer({ min: 0, max: events + 5 }),
      fc.constantFrom(1, 10, 500),
      async (filter, after, limit) => {
        const all = rows.filter((row) => fits(row, filter)).map(({ seq }) => seq);
        const following = all.filter((seq) => seq > after);
        const page = await queries.after(after, filter, limit);
        expect(page.events.map(({ seq }) => seq)).toEqual(following.slice(0, limit));
        expect(page.more).toBe(following.length > limit);
        const latest = await queries.latest(filter, limit);
        expect(latest.events.map(({ seq }) => seq)).toEqual(all.slice(-limit));
      },
    ),
    { numRuns: 60 },
  );
});

test('pages give each event of a range that passes a filter exactly once, the newest first', async () => {
  const feed = itemFeed();
  const [queries, rows] = [feed.queries(), await rowsOf(feed)];
  const instant = fc.integer({ min: 990, max: 4_010 });
  await fc.assert(
    fc.asyncProperty(filters, instant, fc.constantFrom(150, 500), async (filter, to, limit) => {
      const from = to - 300;
      const seen: number[] = [];
      let after: RangeCursor | null = null;
      do {
        const page: Awaited<ReturnType<typeof queries.between>> = await queries.between({
          from,
          to,
          after,
          filter,
          limit,
        });
        seen.push(...page.events.map(({ seq }) => seq));
        after = page.next;
      } while (after !== null);
      const expected = rows
        .filter((row) => row.occurred_at >= from && row.occurred_at <= to && fits(row, filter))
        .toSorted((one, other) => other.occurred_at - one.occurred_at || other.seq - one.seq);
      expect(seen).toEqual(expected.map(({ seq }) => seq));
    }),
    { numRuns: 40 },
  );
});

test('a filter by items or sources reads only about as much as it serves', async () => {
  const feed = itemFeed();
  const tables = feedTables(feed.generation.schema);
  const none = { accountIds: null, types: null, minValue: null };
  const fifty = Array.from({ length: 50 }, (_, index) => index + 20_000);
  for (const some of [
    { items: { ids: [pet], names: [] } },
    { items: { ids: [fang], names: ['tanzanite fang', 'unknown'] } },
    { items: { ids: fifty, names: [] } },
    { sources: ['none'] },
    { sources: ['vorkath', 'none'] },
  ]) {
    const filter = { ...none, ...some };
    const range = { from: 0, to: 5_000, after: null, filter, limit: 100 };
    for (const query of [
      eventsAfter(tables, servedAtOnceMs, { after: 0, filter, limit: 100 }),
      latestEvents(tables, servedAtOnceMs, { filter, limit: 100 }),
      eventsBetween(tables, servedAtOnceMs, range),
    ]) {
      expect(await pagesRead(feed.database, query), JSON.stringify(some)).toBeLessThan(300);
    }
  }
});

test.each([1, 2_000])(
  'an item that only the second plugin reports is found, in batches of %i',
  async (batch) => {
    const feed = await openTestFeed();
    const noon = Date.UTC(2026, 8, 14, 12);
    const death = (source: string, at: number, data: string) => ({
      ...gameEvent('a', { type: 'death', occurred_at: noon, data }),
      source,
      appendTime: noon + at,
    });
    const lost = '{"extra":{"lostItems":[{"id":391,"name":"Manta ray","quantity":2}]}}';
    await feed.journal.import([death('ha', 0, '{"data":{}}'), death('dink', 500, lost)]);
    await drain(feed.database, feed.journal, feed.generation, { batchSize: () => batch });
    const found = async (ids: number[], names: string[]) =>
      (
        await feed
          .queries()
          .after(0, { accountIds: ['a'], types: null, minValue: null, items: { ids, names } }, 9)
      ).events.map(({ seq }) => seq);
    expect([await found([391], []), await found([], ['manta ray'])]).toEqual([[1], [1]]);
  },
);

test('tables of an earlier shape have no items and no sources', async () => {
  const { createEventFeedQueries } = await import('./event-feed-queries.ts');
  const { database, generation } = itemFeed();
  const { schema } = generation;
  const queries = createEventFeedQueries({
    database,
    settleMs: servedAtOnceMs,
    generations: { schemaOf: () => schema, tablesOf: () => ({ schema, shape: 4 }) },
  });
  const none = { accountIds: null, types: null, minValue: null };
  await expect(queries.latest(none, 1)).resolves.toMatchObject({ horizon: events });
  for (const some of [{ items: { ids: [coins], names: [] } }, { sources: ['zulrah'] }]) {
    await expect(queries.latest({ ...none, ...some }, 1)).rejects.toThrow('being built');
  }
});
