import { expect, test } from 'vitest';
import { drain } from '../../../shared/projection/testing/step-projector.ts';
import { pagesRead } from '../../../test/support/postgres/pages-read.ts';
import { gameEvent } from '../testing/game-events.ts';
import { openTestFeed, servedAtOnceMs } from '../testing/open-test-feed.ts';
import { feedTables } from './event-page.ts';
import { topLoot } from './top-loot.ts';

const always = { from: 0, to: 10_000 };
const drop = (account: string, value_gp: number | null, some: Parameters<typeof gameEvent>[1] = {}) =>
  gameEvent(account, { value_gp, occurred_at: 1_000, ...some });

test('sorts drops by value, and puts the later of two equal drops first', async () => {
  const feed = await openTestFeed();
  await feed.record(
    drop('a', 500),
    drop('b', 2_000, { type: 'pk_loot' }),
    drop('a', 500),
    drop('b', 700),
    drop('a', 0),
  );
  const ranked = async (limit: number) =>
    (await feed.queries().topLoot({ accountIds: ['a', 'b'], ...always }, limit)).map(({ seq }) => seq);
  expect(await ranked(50)).toEqual([2, 4, 3, 1, 5]);
  expect(await ranked(3)).toEqual([2, 4, 3]);
});

test('leaves out other types, special worlds, drops without a value, other accounts and other times', async () => {
  const feed = await openTestFeed();
  await feed.record(
    drop('a', 1),
    drop('a', 9_000, { type: 'death' }),
    drop('a', 9_000, { type: 'Loot' }),
    drop('a', 9_000, { special_world: true }),
    drop('a', null),
    drop('c', 9_000),
    drop('a', 9_000, { occurred_at: 999 }),
    drop('a', 9_000, { occurred_at: 2_000 }),
    drop('a', 2, { occurred_at: 1_999 }),
  );
  const found = await feed.queries().topLoot({ accountIds: ['a', 'b'], from: 1_000, to: 2_000 }, 50);
  expect(found.map(({ value_gp }) => value_gp)).toEqual([2, 1]);
});

test('serves a drop no earlier than the feed', async () => {
  const feed = await openTestFeed();
  const noon = Date.UTC(2026, 8, 14, 12);
  await feed.journal.import([0, 1].map((ms) => ({ ...drop('a', ms), appendTime: noon + ms })));
  await drain(feed.database, feed.journal, feed.generation);
  await feed.moveWatermark(noon + 10_000);
  const found = await feed.queries(10_000).topLoot({ accountIds: ['a'], ...always }, 50);
  expect(found.map(({ value_gp }) => value_gp)).toEqual([0]);
});

test('reads few pages for a period of any length, for a whole guild and for one account', async () => {
  const feed = await openTestFeed();
  const { schema } = feed.generation;
  // The value of a drop does not depend on its time.
  await feed.fill({
    count: 100_000,
    account: "'account' || n % 50",
    valueGp: 'n * 7919 % 100003',
    data: "repeat('x', 500)",
  });
  // The table has 8,300 pages.
  const tables = feedTables(schema, servedAtOnceMs);
  const guild = Array.from({ length: 50 }, (_, index) => `account${index}`);
  for (const accountIds of [guild, ['account7'], ['none'], []]) {
    for (const [from, limit] of [
      [0, 10],
      [0, 50],
      [90_000, 10],
      [99_700, 10],
      [100_500, 10],
    ] as const) {
      const query = topLoot(tables, { accountIds, from, to: 101_000 }, limit);
      const pages = await pagesRead(feed.database, query);
      expect(pages, JSON.stringify([accountIds.length, from, limit, pages])).toBeLessThan(200);
    }
  }
});
