import { expect, test } from 'vitest';
import { canonicalItemId, otherIdOf } from './worn-items.ts';

/** From the constants of RuneLite. */
const known = [
  [89, 88],
  [10_554, 10_553],
  [11_851, 11_850],
  [11_861, 11_860],
  [13_580, 13_579],
  [13_638, 13_637],
  [13_668, 13_667],
  [13_678, 13_677],
  [21_063, 21_061],
  [21_078, 21_076],
  [24_745, 24_743],
  [24_760, 24_758],
  [25_071, 25_069],
  [25_086, 25_084],
  [27_446, 27_444],
  [30_062, 30_060],
  [13_342, 13_280],
  [28_839, 10_053],
  [28_860, 10_067],
] as const;

test.each(known)('the worn id %i is the item %i', (worn, item) => {
  expect([canonicalItemId(worn), canonicalItemId(item)]).toEqual([item, item]);
  expect([otherIdOf(worn), otherIdOf(item)]).toEqual([item, worn]);
});

test('other items have one id', () => {
  for (const id of [0, 4_151, 11_849, 11_862, 13_639, 13_640, 21_065]) {
    expect([canonicalItemId(id), otherIdOf(id)]).toEqual([id, null]);
  }
});
