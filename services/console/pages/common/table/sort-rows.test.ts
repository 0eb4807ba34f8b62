import { expect, test } from 'vitest';
import { nextOrder, sortRows } from './sort-rows.ts';

test('rows are sorted by numbers or words, unknown values come last, and equal rows keep their order', () => {
  const rows = [
    { name: 'zulrah', kills: 3 },
    { name: 'Abyssal 10', kills: null },
    { name: 'Abyssal 9', kills: 12 },
    { name: 'Vorkath', kills: 3 },
  ];
  const names = (sorted: readonly { readonly name: string }[]) => sorted.map(({ name }) => name);
  expect(names(sortRows(rows, ({ kills }) => kills, true))).toEqual([
    'Abyssal 9',
    'zulrah',
    'Vorkath',
    'Abyssal 10',
  ]);
  expect(names(sortRows(rows, ({ kills }) => kills, false))).toEqual([
    'zulrah',
    'Vorkath',
    'Abyssal 9',
    'Abyssal 10',
  ]);
  expect(names(sortRows(rows, ({ name }) => name, false))).toEqual([
    'Abyssal 9',
    'Abyssal 10',
    'Vorkath',
    'zulrah',
  ]);
});

test('the first press begins with the largest number or with A, and the second press turns the order around', () => {
  const byKills = nextOrder(null, 'Kills', false);
  expect(byKills).toEqual({ by: 'Kills', isDescending: true });
  expect(nextOrder(byKills, 'Kills', false)).toEqual({ by: 'Kills', isDescending: false });
  expect(nextOrder(byKills, 'Boss', true)).toEqual({ by: 'Boss', isDescending: false });
});
