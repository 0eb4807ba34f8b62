import { expect, test } from 'vitest';
import { comparedRows } from './compared-rows.ts';

const all = [
  { id: 'a', numbers: [['Zulrah', 40] as const, ['Vorkath', 900] as const] },
  { id: 'b', numbers: [['zulrah', 10] as const, ['Scurrius', 7] as const, ['Kraken', 0] as const] },
  { id: 'c', numbers: [['Vorkath', 2] as const, ['Kraken', 0] as const] },
  { id: 'd', numbers: [] },
];

test('names of enough accounts are compared, the highest sum first, and missing numbers stay missing', () => {
  const rows = (accountsMin: number) =>
    comparedRows(all, accountsMin).map(({ name, numbers }) => [name, ...numbers]);
  expect(rows(2)).toEqual([
    ['Vorkath', ['a', 900], ['c', 2]],
    ['Zulrah', ['a', 40], ['b', 10]],
  ]);
  expect(rows(1).at(-1)).toEqual(['Scurrius', ['b', 7]]);
});
