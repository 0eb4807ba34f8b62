import { expect, test } from 'vitest';
import type { HubEvent } from '../../../../../shared/client/api.ts';
import { listedItemsOf, namesIn, soughtAmong } from './listed-items.ts';

const seed = { id: 5_295, name: 'Ranarr seed', quantity: 3 };
const named = (name: string, id: number) => ({ id, name });
const of = (data: unknown, type = 'loot') => ({ type, title: 'Loot: Ranarr seed', data }) as HubEvent;

test('the items of a drop are known from each kind of message, with stacks added up', () => {
  const priced = { ...seed, gePrice: 10 };
  const items = [priced, { id: 526, name: 'Bones', priceEach: 7 }, seed, priced, { id: 1 }, 'junk'];
  const expected = [
    { id: 5_295, name: 'Ranarr seed', text: '9 × Ranarr seed', worth: 60 },
    { id: 526, name: 'Bones', text: 'Bones', worth: 7 },
    { id: 1, name: 'Unknown item', text: 'Unknown item', worth: 0 },
  ];
  for (const data of [{ data: { items } }, { data: [{ items }] }, { extra: { items } }]) {
    expect(listedItemsOf(of(data))).toEqual(expected);
  }
  expect(listedItemsOf(of({ data: { items: Array(500).fill(seed) } }))).toEqual([
    { id: 5_295, name: 'Ranarr seed', text: '300 × Ranarr seed', worth: 0 },
  ]);
});

test('items with the name or id of the filter come before items with its words', () => {
  const items = listedItemsOf(
    of({ data: { lostItems: ['Rune axe', 'Blood rune', 'Rune'].map(named) } }, 'death'),
  );
  const found = (sought: string) => soughtAmong(items, sought).map(({ name }) => name);
  expect(found('rune')).toEqual(['Rune', 'Rune axe', 'Blood rune']);
  expect(found('1')).toEqual(['Blood rune']);
  expect(found('ax,BLOOD rune')).toEqual(['Blood rune', 'Rune axe']);
  expect(found('une')).toEqual([]);
});

test.each([
  ['without a list', of({ data: { items: 'three seeds' } })],
  ['without data', of({ dropped: true })],
  ['that is a death without losses', of({ data: { items: [seed] } }, 'death')],
])('an event %s has no items', (_, event) => expect(listedItemsOf(event)).toEqual([]));

test('an event is found by the names of its items and its source', () => {
  const dropped = { items: [seed, { id: 1 }], source: { text: ' Nechryael ' } };
  expect(namesIn(of({ data: dropped }))).toEqual({ items: ['Ranarr seed'], sources: ['Nechryael'] });
  const entry = of({ extra: { itemName: 'Pet snakeling', source: 'Zulrah' } }, 'collection_log');
  expect(namesIn(entry)).toEqual({ items: ['Pet snakeling'], sources: [] });
  expect(namesIn(of({ dropped: true }))).toEqual({ items: [], sources: [] });
});
