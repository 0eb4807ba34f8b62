import fc from 'fast-check';
import { expect, test } from 'vitest';

import { onceAFile } from '../../../test/support/at-end.ts';
import { pagesRead } from '../../../test/support/postgres/pages-read.ts';
import { openTestFeed, servedAtOnceMs, type TestFeed } from '../testing/open-test-feed.ts';
import { type EventFilter, feedTables } from './event-page.ts';
import { eventsBetween } from './events-between.ts';
import type { RangeCursor } from './events-range.ts';

const events = 30_000;
const busy = Array.from({ length: 18 }, (_, index) => `busy${index}`);
const everyone = [...busy, 'rare', 'quiet'];
const everything: EventFilter = { accountIds: everyone, types: null, minValue: null };

/** A hundred events at each of 300 instants, stored in another order than they happened. */
async function openScatteredFeed(): Promise<TestFeed> {
  const feed = await openTestFeed();
  await feed.fill({
    count: events,
    account: "case when n % 2500 = 7 then 'rare' else 'busy' || n % 18 end",
    type: "case n % 900 when 5 then 'death' else 'loot' end",
    occurredAt: '1000 + n * 7919 % 300',
    valueGp: 'case when n % 3 = 0 then n * 7919 % 10007 end',
  });
  return feed;
}

/** For tests that only read. */
const scatteredFeed = onceAFile(openScatteredFeed);

// rules/additions.md#events-of-a-time-range
test('pages give each event of a range that passes a filter exactly once, the newest first', async () => {
  const feed = scatteredFeed();
  const filters = fc.record({
    accountIds: fc.oneof(fc.subarray(everyone), fc.constant(everyone), fc.constant(null)),
    types: fc.option(fc.subarray(['loot', 'death', 'none'], { minLength: 1 })),
    minValue: fc.option(fc.constantFrom(0n, 9_900n, 20_000n)),
  });
  const instant = fc.integer({ min: 990, max: 1_310 });
  await fc.assert(
    fc.asyncProperty(
      filters,
      instant,
      instant,
      fc.constantFrom(150, 500),
      async (filter, one, other, limit) => {
        const range = { from: Math.max(one, other) - 20, to: Math.max(one, other) };
        const { seen } = await paged(feed, { ...range, filter, limit });
        expect(seen).toEqual(await plainly(feed, filter, range));
      },
    ),
    { numRuns: 40 },
  );
});

test('a page reads a bounded part of the range, even when no event passes the filter', async () => {
  const feed = scatteredFeed();
  const none = { types: ['none'], minValue: null };
  const range = { from: 0, to: 2_000, limit: 100 };
  const ofAll = await paged(feed, { ...range, filter: { ...none, accountIds: everyone } });
  expect(ofAll).toEqual({ seen: [], pages: 16 });
  const ofFew = await paged(feed, { ...range, filter: { ...none, accountIds: busy.slice(0, 16) } });
  expect(ofFew.seen).toEqual([]);
  expect(ofFew.pages).toBeLessThanOrEqual(16);

  // These pages serve events: the first page, and a page deep in the range.
  const tables = feedTables(feed.generation.schema, servedAtOnceMs);
  for (const accountIds of [everyone, null, ['busy3'], ['quiet']]) {
    for (const after of [null, { horizon: events, occurredAt: 1_020, seq: 500 }]) {
      const filter = { accountIds, types: null, minValue: null };
      const query = eventsBetween(tables, { from: 0, to: 2_000, after, filter, limit: 100 });
      // Events lie scattered, so each event costs a page of the table and a page of an index.
      expect(await pagesRead(feed.database, query)).toBeLessThan(500);
    }
  }
});

test('an event stored after the first page is in no later page', async () => {
  const feed = await openScatteredFeed();
  const queries = feed.queries();
  const request = { from: 1_000, to: 1_001, filter: everything, limit: 150 };
  const first = await queries.between({ ...request, after: null });
  await feed.database.run({
    text: `insert into ${feed.generation.schema}.event
             (seq, event_id, account_id, type, occurred_at, received_at, special_world, data)
           values ($1, gen_random_uuid(), 'busy1', 'loot', 1000, 1, false, '{}')`,
    values: [events + 1],
  });
  const second = await queries.between({ ...request, after: first.next });
  expect([first.events.length, second.events.length, second.next]).toEqual([150, 50, null]);
  const again = await paged(feed, request);
  expect(again.seen.length).toBe(201);
});

async function paged(
  feed: TestFeed,
  request: { from: number; to: number; filter: EventFilter; limit: number },
): Promise<{ seen: number[]; pages: number }> {
  const queries = feed.queries();
  const seen: number[] = [];
  let after: RangeCursor | null = null;
  for (let pages = 1; pages < 300; pages += 1) {
    const page = await queries.between({ ...request, after });
    expect(page.events.length).toBeLessThanOrEqual(request.limit);
    seen.push(...page.events.map(({ seq }) => seq));
    after = page.next;
    if (after === null) return { seen, pages };
  }
  throw new Error('the range has no end');
}

async function plainly(
  { database, generation }: TestFeed,
  { accountIds, types, minValue }: EventFilter,
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const rows = await database.many<{ seq: number }>({
    text: `select seq from ${generation.schema}.event
           where occurred_at >= $1 and occurred_at <= $2 and ($3::text[] is null or account_id = any ($3))
             and ($4::text[] is null or type = any ($4)) and ($5::bigint is null or value_gp >= $5)
           order by occurred_at desc, seq desc`,
    values: [from, to, accountIds, types, minValue],
  });
  return rows.map(({ seq }) => seq);
}
