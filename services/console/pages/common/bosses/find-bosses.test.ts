import { expect, test } from 'vitest';
import { findBosses } from './find-bosses.ts';

test.each([
  ['', ['Giant Mole', 'Kraken', 'Zulrah']],
  ['giant', ['Giant Mole', 'giant']],
  ['KRAKEN', ['Kraken']],
  [' Gaint Mole ', ['Gaint Mole']],
])('the text “%s” finds %j', (typed, finds) => {
  expect(findBosses(['Zulrah', 'Giant Mole', 'Kraken'], typed)).toEqual(finds);
});
