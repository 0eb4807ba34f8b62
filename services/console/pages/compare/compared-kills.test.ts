import { expect, test } from 'vitest';
import { bossRows } from './compared-kills.ts';

const boss = (name: string, kills: number | null, gained: number | null = null) => ({
  ...{ name, kills, gained, rank: null },
  ...{ updated_at: null, best_ms: null, best_at: null },
});

const answers = [
  { account: { id: 'a', name: 'A' }, bosses: [boss('Zulrah', 40, 3), boss('Vorkath', 900, 0)] },
  { account: { id: 'b', name: 'B' }, bosses: [boss('zulrah', 10, null), boss('Scurrius', 7, 7)] },
  { account: { id: 'c', name: 'C' }, bosses: [boss('Vorkath', 2, 0), boss('Zulrah', null)] },
  { account: { id: 'd', name: 'D' }, bosses: null },
];

test('bosses of at least two players are compared, the most kills first, and missing counts stay missing', () => {
  expect(bossRows(answers, false).map(({ name, values }) => [name, ...values])).toEqual([
    ['Vorkath', ['a', 900], ['c', 2]],
    ['Zulrah', ['a', 40], ['b', 10]],
  ]);
});

test('the kills of a time are compared for bosses that somebody killed in this time', () => {
  expect(bossRows(answers, true).map(({ name, values }) => [name, ...values])).toEqual([
    ['Zulrah', ['a', 3], ['b', 0]],
  ]);
});
