import { expect, test } from 'vitest';
import { onceAFile } from '../../../test/support/at-end.ts';
import { entriesRead } from '../../../test/support/postgres/pages-read.ts';
import { openTestFeed, servedAtOnceMs, type TestFeed } from '../testing/open-test-feed.ts';
import { feedTables } from './event-page.ts';
import { idsOfNames } from './item-ids.ts';

const honest = Array.from({ length: 300 }, (_, index) => `a${index}`);

/** `greedy` gives a name to 40,000 ids, and each of 60 other accounts gives another name to 30. */
async function openNamedFeed(): Promise<TestFeed> {
  const feed = await openTestFeed();
  const { database, generation } = feed;
  const names = (rows: string) =>
    database.run({
      text: `insert into ${generation.schema}.item_name (account_id, name, item_id) ${rows}`,
    });
  await names("select 'greedy', 'whip', n from generate_series(1000000, 1039999) n");
  await names("select 'a' || n, 'whip', 4151 from generate_series(0, 299) n");
  await names("select 'z' || n / 30, 'fang', 10000 + n from generate_series(0, 1799) n");
  await names("select 'a3', 'shard', -7");
  await database.run({ text: `vacuum analyze ${generation.schema}.item_name` });
  return feed;
}

const named = onceAFile(openNamedFeed);
const itemIds = (names: readonly string[], reporters: readonly string[], ids: readonly number[] = []) =>
  named().queries().itemIds({ ids, names, reporters });

test('a name stands for the ids with which the given accounts reported it', async () => {
  expect(await itemIds(['whip', 'shard'], honest)).toEqual([-7, 4151]);
  expect(await itemIds(['shard'], ['a4', 'greedy'])).toEqual([]);
  expect(await itemIds(['shard', 'unknown'], ['a3'], [995, -7])).toEqual([995, -7]);
  expect(await itemIds([], honest, [995])).toEqual([995]);
});

test('a name stands for at most 20 ids of an account', async () => {
  const first20 = Array.from({ length: 20 }, (_, index) => 1_000_000 + index);
  expect(await itemIds(['whip'], ['greedy'])).toEqual(first20);
  // The ids of other accounts come before the further ids of an account.
  expect(await itemIds(['whip'], ['greedy', 'a1'])).toEqual([4151, ...first20]);
});

test('a request asks for at most 1,000 ids, which the accounts share', async () => {
  const many = Array.from({ length: 60 }, (_, index) => `z${index}`);
  const found = await itemIds(['fang', 'whip'], [...many, ...honest], [1, 2, 3]);
  expect(found).toHaveLength(1_000);
  expect(found.slice(0, 3)).toEqual([1, 2, 3]);
  expect(found).toContain(4151);
  for (const index of many.keys()) expect(found).toContain(10_000 + 30 * index);
});

test('a name costs a fixed number of entries for each account, whatever other accounts stored', async () => {
  const feed = named();
  const tables = feedTables(feed.generation.schema, servedAtOnceMs);
  const read = (names: readonly string[], reporters: readonly string[]) =>
    entriesRead(feed.database, idsOfNames(tables, { ids: [], names, reporters }));
  expect(await read(['whip'], [...honest, 'greedy'])).toBeLessThanOrEqual(320);
  const unknown = Array.from({ length: 49 }, (_, index) => `no item ${index}`);
  expect(await read(['whip', ...unknown], ['a1', 'greedy'])).toBeLessThanOrEqual(21 + 50);
});
