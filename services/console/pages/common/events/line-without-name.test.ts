import { expect, test } from 'vitest';
import { lineWithoutName } from './line-without-name.ts';

test.each([
  ['Quillon Fen reached Slayer 92', 'Reached Slayer 92'],
  ['Old Name reached Slayer 92', 'Old Name reached Slayer 92'],
  ['Quillon Fenton died', 'Quillon Fenton died'],
])('the page of Quillon Fen shows %j as %j', (line, shown) => {
  expect(lineWithoutName(line, 'Quillon Fen')).toBe(shown);
});

test('the page of a name that is written from right to left leaves out the name too', () => {
  const name = 'שלום (1)';
  expect(lineWithoutName(`\u2068${name}\u2069 reached Slayer 92`, name)).toBe('Reached Slayer 92');
});
