import { expect, test } from 'vitest';
import { itemHue, itemInitials } from './item-placeholder.ts';

test.each([
  ['Abyssal whip', 'Aw'],
  ["Zulrah's scales", 'Zs'],
  ['Coins', 'Co'],
  ['Trident of the seas (full)', 'To'],
  ['<b>', '?'],
  ['', '?'],
])('the initials of %j are %j', (name, initials) => {
  expect(itemInitials(name)).toBe(initials);
});

test('items with consecutive ids have very different hues', () => {
  expect(Math.abs(itemHue(4151) - itemHue(4152))).toBeGreaterThan(60);
});
