import fc from 'fast-check';
import { expect, test } from 'vitest';

import { onceAFile } from '../../../test/support/at-end.ts';
import { pagesRead } from '../../../test/support/postgres/pages-read.ts';
import { openTestFeed, servedAtOnceMs, type TestFeed } from '../testing/open-test-feed.ts';
import { type EventFilter, feedTables } from './event-page.ts';
import { eventsInOrder } from './events-in-order.ts';

const events = 30_000;
const busy = Array.from({ length: 18 }, (_, index) => `busy${index}`);
/** A rare account has one event in 5,000, and `quiet` has no event. */
const rare = ['rare0', 'rare1'];
const everyone = [...busy, ...rare, 'quiet'];

async function openLongFeed(): Promise<TestFeed> {
  const feed = await openTestFeed();
  await feed.fill({
    count: events,
    account: "case when n % 2500 = 7 then 'rare' || n / 2500 % 2 else 'busy' || n % 18 end",
    type: "case n % 900 when 5 then 'death' else 'loot' end",
    valueGp: 'case when n % 3 = 0 then n * 7919 % 10007 end',
  });
  return feed;
}

const longFeed = onceAFile(openLongFeed);

// read-api.md 6, rules 1 and 3
test('the feed finds exactly the events that pass a filter', async () => {
  const feed = longFeed();
  const queries = feed.queries();
  const rows = await readRows(feed);
  const filters = fc.record({
    accountIds: fc.option(fc.subarray(everyone)),
    types: fc.option(fc.subarray(['loot', 'death', 'none'], { minLength: 1 })),
    minValue: fc.option(fc.constantFrom(0n, 5_000n, 10_000n, 20_000n)),
  });
  await fc.assert(
    fc.asyncProperty(
      filters,
      fc.integer({ min: 0, max: events + 5 }),
      fc.constantFrom(1, 10, 500),
      async (filter, after, limit) => {
        const all = plainly(rows, filter);
        const following = all.filter((seq) => seq > after);
        const page = await queries.after(after, filter, limit);
        expect(page.events.map(({ seq }) => seq)).toEqual(following.slice(0, limit));
        const next = following.length > limit ? following[limit - 1] : null;
        expect([page.next, page.horizon]).toEqual([next, events]);
        const latest = await queries.latest(filter, limit);
        expect(latest.events.map(({ seq }) => seq)).toEqual(all.slice(-limit));
      },
    ),
    { numRuns: 60 },
  );
});

test('a query for an account without events does not read the whole feed', async () => {
  const feed = longFeed();
  const tables = feedTables(feed.generation.schema, servedAtOnceMs);
  const filter = { accountIds: ['quiet'], types: null, minValue: null };
  const query = eventsInOrder(tables, { after: 0, filter, limit: 100 });
  expect(await pagesRead(feed.database, query)).toBeLessThan(60);
});

interface Row {
  readonly seq: number;
  readonly account_id: string;
  readonly type: string;
  readonly value_gp: number | null;
}

async function readRows({ database, generation }: TestFeed): Promise<readonly Row[]> {
  return database.many<Row>({
    text: `select seq, account_id, type, value_gp
           from ${generation.schema}.event
           order by seq`,
  });
}

function plainly(rows: readonly Row[], { accountIds, types, minValue }: EventFilter): number[] {
  return rows
    .filter(({ account_id }) => accountIds === null || accountIds.includes(account_id))
    .filter(({ type }) => types === null || types.includes(type))
    .filter(({ value_gp }) => minValue === null || (value_gp !== null && BigInt(value_gp) >= minValue))
    .map(({ seq }) => seq);
}
