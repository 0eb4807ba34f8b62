import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drain } from '../../../shared/projection/testing/step-projector.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { entriesRead, pagesRead } from '../../../test/support/postgres/pages-read.ts';
import { gameEvent } from '../testing/game-events.ts';
import { openTestFeed, servedAtOnceMs, type TestFeed } from '../testing/open-test-feed.ts';
import { type EventFilter, feedTables } from './event-page.ts';
import { eventsBetween } from './events-between.ts';
import { eventsOfKeys } from './events-of-keys.ts';
import type { RangeCursor } from './events-range.ts';
import { keyScanOf } from './key-scan.ts';

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
  for (const table of ['event', 'event_item', 'item_name']) {
    await database.run({ text: `vacuum analyze ${schema}.${table}` });
  }
  return feed;
}

const itemFeed = onceAFile(openItemFeed);

const filters: fc.Arbitrary<EventFilter> = fc.record({
  accountIds: fc.option(fc.subarray([...busy, 'quiet'])),
  types: fc.option(fc.subarray(['loot', 'death', 'none'], { minLength: 1 })),
  minValue: fc.option(fc.constantFrom(0n, 5_000n, 20_000n)),
  items: fc.option(fc.subarray([coins, whip, fang, pet, shard]), { nil: undefined }),
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
  return (
    accountIds?.includes(account_id) !== false &&
    types?.includes(type) !== false &&
    (minValue === null || (value_gp !== null && BigInt(value_gp) >= minValue)) &&
    (items === undefined || itemsAt(seq).some((item) => items.includes(item))) &&
    (sources === undefined || (source_name !== null && sources.includes(source_name)))
  );
}

const rowsOf = ({ database, generation }: TestFeed) =>
  database.many<Row>({
    text: `select seq, account_id, type, value_gp, occurred_at, source_name
           from ${generation.schema}.event order by seq`,
  });

test('pages of the feed give each event that passes a filter by items and sources exactly once', async () => {
  const feed = itemFeed();
  const [queries, rows] = [feed.queries(), await rowsOf(feed)];
  await fc.assert(
    fc.asyncProperty(
      filters,
      fc.integer({ min: events - 9_000, max: events + 5 }),
      fc.constantFrom(10, 500),
      async (filter, after, limit) => {
        const all = rows.filter((row) => fits(row, filter)).map(({ seq }) => seq);
        const seen: number[] = [];
        let place: number | null = after;
        for (let pages = 0; place !== null; pages += 1) {
          const page: Awaited<ReturnType<typeof queries.after>> = await queries.after(place, filter, limit);
          expect(page.events.length).toBeLessThanOrEqual(limit);
          expect(page.next ?? Number.POSITIVE_INFINITY).toBeGreaterThan(place);
          // A page without an end moves on by the entries that it read.
          expect(pages).toBeLessThan(45 + all.length / limit);
          seen.push(...page.events.map(({ seq }) => seq));
          place = page.next;
        }
        expect(seen).toEqual(all.filter((seq) => seq > after));
      },
    ),
    { numRuns: 40 },
  );
});

test('a page that ends early says up to where it read', async () => {
  const filter = { accountIds: null, types: ['none'], minValue: null, items: [coins] };
  const page = (after: number) => itemFeed().queries().after(after, filter, 100);
  expect(await page(0)).toEqual({ events: [], next: 2_000, horizon: events });
  expect(await page(events - 2_000)).toMatchObject({ events: [], next: null });
  expect(await page(events - 2_001)).toMatchObject({ events: [], next: events - 1 });
});

test('the newest events by items and sources are the newest of the entries that a page reads', async () => {
  const feed = itemFeed();
  const [queries, rows] = [feed.queries(), await rowsOf(feed)];
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom(1, 10, 500), async (filter, limit) => {
      const all = rows.filter((row) => fits(row, filter)).map(({ seq }) => seq);
      const oldest = oldestRead(rows, filter);
      const { events: found } = await queries.latest(filter, limit);
      expect(found.map(({ seq }) => seq)).toEqual(all.filter((seq) => seq >= oldest).slice(-limit));
    }),
    { numRuns: 40 },
  );
});

/** Keys share 2,000 entries. */
function oldestRead(rows: readonly Row[], { items, sources }: EventFilter): number {
  const keys: readonly ((row: Row) => boolean)[] =
    items?.map(
      (item) =>
        ({ seq }: Row) =>
          itemsAt(seq).includes(item),
    ) ??
    sources?.map((source) => (row: Row) => row.source_name === source) ??
    [];
  const each = Math.floor(2_000 / Math.max(1, keys.length));
  return Math.max(0, ...keys.map((has) => rows.filter(has).at(-each)?.seq ?? 0));
}

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
  const none = { accountIds: null, types: null, minValue: null };
  const fifty = Array.from({ length: 50 }, (_, index) => index + 20_000);
  for (const some of [
    { items: [pet] },
    { items: [fang] },
    { items: fifty },
    { sources: ['none'] },
    { sources: ['vorkath', 'none'] },
  ]) {
    for (const [kind, query] of queriesOf(feed, { ...none, ...some })) {
      expect(await pagesRead(feed.database, query), JSON.stringify([kind, some])).toBeLessThan(300);
    }
  }
});

function queriesOf(feed: TestFeed, filter: EventFilter) {
  const tables = feedTables(feed.generation.schema, servedAtOnceMs);
  const scan = keyScanOf(tables, filter);
  if (scan === null) throw new Error('the filter has neither items nor sources');
  const range = { from: 0, to: 5_000, after: null, filter, limit: 100 };
  return [
    ['after', eventsOfKeys(tables, scan, { after: 0, filter, limit: 100 })],
    ['latest', eventsOfKeys(tables, scan, { after: null, filter, limit: 100 })],
    ['range', eventsBetween(tables, range)],
  ] as const;
}

test('a page by items or sources reads a fixed number of entries, whatever is stored', async () => {
  const feed = itemFeed();
  const none = { accountIds: null, types: null, minValue: null };
  const aThousand = Array.from({ length: 999 }, (_, index) => index + 20_000);
  for (const some of [
    // Each event has coins, and no event passes the other conditions.
    { items: [coins], types: ['none'] },
    { items: [coins, whip, fang], minValue: 100_000n },
    { items: [coins], accountIds: ['quiet'] },
    { items: [coins], sources: ['none'] },
    { sources: ['zulrah'], types: ['none'] },
    { items: [coins, ...aThousand] },
  ]) {
    const filter = { ...none, ...some };
    for (const [kind, query] of queriesOf(feed, filter)) {
      const read = await entriesRead(feed.database, query);
      const about = JSON.stringify([kind, filter], (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      );
      expect(read, about.slice(0, 200)).toBeLessThanOrEqual(2_000);
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
    const queries = feed.queries();
    const found = async (ids: number[], names: string[]) => {
      const items = await queries.itemIds({ ids, names, reporters: ['a'] });
      const filter = { accountIds: ['a'], types: null, minValue: null, items };
      return (await queries.after(0, filter, 9)).events.map(({ seq }) => seq);
    };
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
  for (const some of [{ items: [coins] }, { sources: ['zulrah'] }]) {
    await expect(queries.latest({ ...none, ...some }, 1)).rejects.toThrow('being built');
  }
  await expect(queries.itemIds({ ids: [], names: ['whip'], reporters: ['busy1'] })).rejects.toThrow(
    'being built',
  );
});
