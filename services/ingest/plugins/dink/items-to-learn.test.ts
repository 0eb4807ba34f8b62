import { expect, it } from 'vitest';
import { shownItemsOf } from './items-to-learn.ts';
import { dinkFixture } from './testing/dink-messages.ts';

const shown = (name: string) =>
  shownItemsOf(dinkFixture(name)).map(({ id, name: word, ge_price }) => [id, word, ge_price]);

it('the items are from drops, deaths, kills and the collection log', () => {
  expect(shown('dink-loot-npc')).toEqual([
    [12_922, 'Tanzanite fang', 2_311_407],
    [12_934, "Zulrah's scales", 148],
  ]);
  expect(shown('dink-death-npc').map(([id]) => id)).toEqual([4_151, 12_954, 6_585, 11_834, 391, 2_434]);
  expect(shown('dink-player-kill')).toHaveLength(7);
  expect(shown('dink-collection')).toEqual([[12_922, 'Tanzanite fang', 2_311_407]]);
  expect(shown('dink-collection-minimal')).toEqual([]);
  expect(shown('dink-quest')).toEqual([]);
});

it('an item without a usable id or name is left out, and a negative price becomes null', () => {
  const items = [
    null,
    7,
    { id: -1, name: 'x' },
    { id: 1 },
    { id: 2, name: ' ' },
    { id: 3, name: 'Coins', priceEach: -1 },
  ];
  expect(shownItemsOf({ extra: { items, lostItems: 'x', victimEquipment: [] } })).toEqual([
    { id: 3, name: 'Coins', ge_price: null, ha_price: null },
  ]);
  expect(shownItemsOf({ extra: null })).toEqual([]);
});
