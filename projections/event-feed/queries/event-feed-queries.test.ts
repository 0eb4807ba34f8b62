import { expect, test } from 'vitest';
import { drain } from '../../../shared/projection/testing/step-projector.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { pagesRead } from '../../../test/support/postgres/pages-read.ts';
import { gameEvent } from '../testing/game-events.ts';
import { openTestFeed, servedAtOnceMs, type TestFeed } from '../testing/open-test-feed.ts';
import { type EventFilter, feedTables } from './event-page.ts';
import { eventsInOrder } from './events-in-order.ts';

const filter = (some: Partial<EventFilter> = {}): EventFilter => ({
  accountIds: ['a', 'b'],
  types: null,
  minValue: null,
  ...some,
});
const seqs = (page: { readonly events: readonly { readonly seq: number }[] }) =>
  page.events.map(({ seq }) => seq);

async function mixedFeed(): Promise<TestFeed> {
  const feed = await openTestFeed();
  await feed.record(
    gameEvent('a', { type: 'loot', value_gp: 100 }),
    gameEvent('b', { type: 'loot', value_gp: 2_000 }),
    gameEvent('a', { type: 'death', value_gp: null }),
    gameEvent('c', { type: 'loot', value_gp: Number.MAX_SAFE_INTEGER }),
    gameEvent('a', { type: 'loot', value_gp: 3_000 }),
    gameEvent('c', { type: 'level_up' }),
  );
  return feed;
}

const mixed = onceAFile(mixedFeed);

test('pages give the oldest event after a place first, and say whether more follow', async () => {
  const queries = mixed().queries();
  const first = await queries.after(0, filter(), 2);
  expect([seqs(first), first.next, first.horizon]).toEqual([[1, 2], 2, 6]);
  const second = await queries.after(2, filter(), 2);
  expect([seqs(second), second.next]).toEqual([[3, 5], null]);
  const third = await queries.after(5, filter(), 2);
  expect([seqs(third), third.next, third.horizon]).toEqual([[], null, 6]);
});

test('filters by account, type and value, alone and together', async () => {
  const queries = mixed().queries();
  const matching = async (some: Partial<EventFilter>) => seqs(await queries.after(0, filter(some), 10));
  expect(await matching({ accountIds: ['c'] })).toEqual([4, 6]);
  expect(await matching({ accountIds: [] })).toEqual([]);
  expect(await matching({ types: ['death', 'level_up'] })).toEqual([3]);
  expect(await matching({ types: ['Loot'] })).toEqual([]);
  expect(await matching({ minValue: 2_000n })).toEqual([2, 5]);
  expect(await matching({ minValue: 0n })).toEqual([1, 2, 5]);
  expect(await matching({ accountIds: ['c'], minValue: BigInt(Number.MAX_SAFE_INTEGER) })).toEqual([4]);
  expect(await matching({ accountIds: ['c'], minValue: 9_999_999_999_999_999n })).toEqual([]);
  expect(await matching({ accountIds: ['a'], types: ['loot'], minValue: 101n })).toEqual([5]);
});

test('the newest events come oldest first, as many as requested', async () => {
  const queries = mixed().queries();
  expect(seqs(await queries.latest(filter(), 2))).toEqual([3, 5]);
  expect(seqs(await queries.latest(filter({ types: ['loot'] }), 2))).toEqual([2, 5]);
  expect(seqs(await queries.latest(filter({ types: ['none'] }), 2))).toEqual([]);
  expect((await queries.latest(filter({ accountIds: [] }), 2)).horizon).toBe(6);
});

test('the horizon of an empty feed is before every event', async () => {
  const queries = (await openTestFeed()).queries();
  expect(await queries.horizon()).toBe(0);
  expect(await queries.latest(filter(), 5)).toEqual({ events: [], next: null, horizon: 0 });
});

test('an event is served only when the watermark is 10 s past it, in every kind of request (read-api 6 rule 5, 8 "feed delay")', async () => {
  const feed = await openTestFeed();
  const noon = Date.UTC(2026, 8, 14, 12);
  const seconds = [0, 0, 3, 4, 4, 5];
  await feed.journal.import(
    seconds.map((second) => ({ ...gameEvent('a'), appendTime: noon + second * 1_000 })),
  );
  await drain(feed.database, feed.journal, feed.generation);
  const queries = feed.queries(10_000);
  await feed.moveWatermark(noon + 9_999);
  expect([await queries.horizon(), seqs(await queries.latest(filter(), 9))]).toEqual([0, []]);
  await feed.moveWatermark(noon + 13_000);
  expect(await queries.horizon()).toBe(3);
  expect(seqs(await queries.latest(filter(), 9))).toEqual([1, 2, 3]);
  expect(await queries.after(0, filter(), 9)).toMatchObject({ next: null, horizon: 3 });
  expect(seqs(await queries.after(0, filter(), 2))).toEqual([1, 2]);
  // The page is full, but the fourth event is beyond the horizon.
  expect(await queries.after(0, filter(), 3)).toMatchObject({ next: null });
  expect(seqs(await queries.after(3, filter(), 9))).toEqual([]);
  expect(seqs(await queries.after(99, filter(), 9))).toEqual([]);
});

test('a follower misses nothing and sees nothing twice while batches are stored', async () => {
  const feed = await openTestFeed();
  const queries = feed.queries();
  const followed: number[] = [];
  let place = 0;
  const follow = async () => {
    const page = await queries.after(place, filter(), 7);
    followed.push(...seqs(page));
    place = page.next ?? Math.max(place, page.horizon);
  };
  const writing = (async () => {
    for (let batch = 0; batch < 20; batch += 1) {
      await feed.record(
        ...Array.from({ length: 1 + (batch % 9) }, () => gameEvent(batch % 2 === 0 ? 'a' : 'b')),
      );
    }
  })();
  let written = false;
  writing.finally(() => {
    written = true;
  });
  while (!written) await follow();
  const { horizon } = await queries.latest(filter(), 1);
  while (place < horizon) await follow();
  expect(followed).toEqual(Array.from({ length: horizon }, (_, index) => index + 1));
});

test('a query from the start of the feed reads few pages, even when no event passes the filter', async () => {
  const feed = await openTestFeed();
  const { schema } = feed.generation;
  await feed.fill({ count: 100_000, account: "'account' || n % 50", valueGp: 'n % 1000' });
  // The table has 1,500 pages, and its indexes have as many again.
  const tables = feedTables(schema, servedAtOnceMs);
  const all = Array.from({ length: 50 }, (_, index) => `account${index}`);
  for (const wanted of [
    filter({ accountIds: all, minValue: 1_000_000n }),
    filter({ accountIds: all, types: ['none'] }),
    filter({ accountIds: ['none'] }),
    filter({ accountIds: [] }),
    filter({ accountIds: all }),
  ]) {
    expect(
      await pagesRead(feed.database, eventsInOrder(tables, { after: 0, filter: wanted, limit: 100 })),
    ).toBeLessThan(150);
    expect(
      await pagesRead(feed.database, eventsInOrder(tables, { after: null, filter: wanted, limit: 100 })),
    ).toBeLessThan(150);
  }
});
