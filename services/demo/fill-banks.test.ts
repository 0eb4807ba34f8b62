import { expect, test } from 'vitest';
import { plausibleQuantity } from './fill-banks.ts';
import { getItem, type ItemName } from './game/items.ts';
import { createRandom } from './random.ts';

test.each<[ItemName, number, number]>([
  ['Draconic visage', 1, 1],
  ['Black mask (10)', 1, 3],
  ['Rune scimitar', 1, 3],
  ['Divine rune pouch', 1, 1],
  ['Uncut onyx', 1, 1],
  ['Nature rune', 250, 5_000],
  ['Rune arrow', 250, 5_000],
  ['Runite ore', 10, 185],
  ['Coins', 1, 20_000_000],
])('a bank has a plausible quantity of %s', (name, least, most) => {
  const random = createRandom('quantities');
  const quantities = Array.from({ length: 200 }, () => plausibleQuantity(getItem(name), random));
  expect(Math.min(...quantities)).toBeGreaterThanOrEqual(least);
  expect(Math.max(...quantities)).toBeLessThanOrEqual(most);
  expect(new Set(quantities).size).toBeGreaterThan(most === 1 ? 0 : 1);
});
