import { expect, test } from 'vitest';
import type { FoundItem } from '../common/items/use-found-items.ts';
import { holdersOf, type ItemOrder, inOrder, placesText } from './holders.ts';

type Place = FoundItem['places'][number];

const [early, late] = ['2026-09-14T10:00:00.000Z', '2026-09-14T17:00:00.000Z'];

function place(name: string, of: Place['place'], quantity: number, updated_at = early): Place {
  return { account: { id: name, name }, place: of, quantity, updated_at };
}

function item(name: string | null, quantity: number, players: number): FoundItem {
  const places = Array.from({ length: players }, (_, index) => place(`p${index}`, 'bank', 1));
  return { id: quantity, name, ge_price: null, quantity, places };
}

test('a player has one line with all places, worn first, and the time of the newest report', () => {
  const [quillon, bram] = holdersOf({
    places: [
      place('quillon', 'bank', 3_000),
      place('bram', 'bank', 40),
      place('quillon', 'carried', 2),
      place('quillon', 'worn', 1, late),
    ],
  });
  expect(quillon).toMatchObject({ account: { id: 'quillon' }, quantity: 3_003, at: late });
  expect(quillon && placesText(quillon)).toBe('Worn 1, carried 2, bank 3,000');
  expect(bram && placesText(bram)).toBe('Bank');
});

test('a shared storage is a place, and its items are nobody’s own', () => {
  const holders = holdersOf({
    places: [
      place('quillon', 'shared_storage', 500),
      place('bram', 'shared_storage', 500),
      place('bram', 'bank', 40),
    ],
  });
  expect(holders.map((holder) => [holder.account.id, holder.quantity, placesText(holder)])).toEqual([
    ['bram', 40, 'Shared storage 500, bank 40'],
    ['quillon', null, 'Shared storage 500'],
  ]);
});

test('an order is by the largest or by the name, and an item without a price comes last', () => {
  const items = [item('Bones', 9, 1), { ...item('Big bones', 2, 3), ge_price: 7 }, item(null, 500, 2)];
  const inNewOrder = (order: ItemOrder) => inOrder(items, order).map(({ name }) => name);
  expect(inNewOrder('name')).toEqual(['Bones', 'Big bones', null]);
  expect(inNewOrder('quantity')).toEqual([null, 'Bones', 'Big bones']);
  expect(inNewOrder('players')).toEqual(['Big bones', null, 'Bones']);
  expect(inNewOrder('worth')).toEqual(['Big bones', 'Bones', null]);
});
