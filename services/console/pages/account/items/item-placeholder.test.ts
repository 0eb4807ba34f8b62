import { expect, test } from 'vitest';
import { hueOf, initialsOf } from './item-placeholder.ts';

test.each([
  ['Abyssal whip', 'Aw'],
  ["Zulrah's scales", 'Zs'],
  ['Coins', 'Co'],
  ['Trident of the seas (full)', 'To'],
  ['<b>', '?'],
  ['', '?'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('items that follow each other have hues far apart', () => {
  expect(Math.abs(hueOf(4151) - hueOf(4152))).toBeGreaterThan(60);
});
