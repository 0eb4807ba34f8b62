import { expect, test } from 'vitest';
import { createKnownGame } from './known-game.ts';
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
  [13_342, 13_280],
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

test('an item that was reported only as worn is also found by the id of the item', () => {
  const hood = {
    id: 11_851,
    name: 'Graceful hood',
    ge_price: 0,
    ha_price: 21,
    name_of_file: false,
    ha_price_of_file: false,
    ge_price_of_file_at: null,
    named_by: [],
  };
  const game = createKnownGame(new Map([[hood.id, hood]]), new Map(), Date.now);
  expect(game.itemOf(11_850)).toEqual({ name: 'Graceful hood', ge_price: 0, ha_price: 21 });
});
