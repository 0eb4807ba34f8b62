import { expect, test } from 'vitest';
import { lineWithoutName } from './line-without-name.ts';

test.each([
  ['Quillon Fen reached Slayer 92', 'Reached Slayer 92'],
  ['Old Name reached Slayer 92', 'Old Name reached Slayer 92'],
  ['Quillon Fenton died', 'Quillon Fenton died'],
])('the page of Quillon Fen shows %j as %j', (line, shown) => {
  expect(lineWithoutName(line, 'Quillon Fen')).toBe(shown);
});
