import { expect, test } from 'vitest';
import type { HubEvent } from '../../../../../shared/client/api.ts';
import { listedItemsOf, namesIn } from './listed-items.ts';

const seed = { id: 5_295, name: 'Ranarr seed', quantity: 3 };
const of = (data: unknown, type = 'loot') => ({ type, title: 'Loot: Ranarr seed', data }) as HubEvent;

test('the items of a drop are known from each kind of message, with stacks added up', () => {
  const items = [seed, { id: 526, name: 'Bones' }, seed, { id: 1 }, 'junk'];
  const expected = [
    { name: 'Ranarr seed', text: '6 × Ranarr seed' },
    { name: 'Bones', text: 'Bones' },
    { name: 'Unknown item', text: 'Unknown item' },
  ];
  for (const data of [{ data: { items } }, { data: [{ items }] }, { extra: { items } }]) {
    expect(listedItemsOf(of(data))).toEqual(expected);
  }
  expect(listedItemsOf(of({ data: { items: Array(500).fill(seed) } }))).toEqual([
    { name: 'Ranarr seed', text: '300 × Ranarr seed' },
  ]);
});

test.each([
  ['without a list', of({ data: { items: 'three seeds' } })],
  ['without data', of({ dropped: true })],
  ['that is a death', of({ data: { items: [seed] } }, 'death')],
])('an event %s has no items', (_, event) => expect(listedItemsOf(event)).toEqual([]));

test('an event is found by the names of its items and its source', () => {
  const dropped = { items: [seed, { id: 1 }], source: { text: ' Nechryael ' } };
  expect(namesIn(of({ data: dropped }))).toEqual({ items: ['Ranarr seed'], sources: ['Nechryael'] });
  const entry = of({ extra: { itemName: 'Pet snakeling', source: 'Zulrah' } }, 'collection_log');
  expect(namesIn(entry)).toEqual({ items: ['Pet snakeling'], sources: [] });
  expect(namesIn(of({ dropped: true }))).toEqual({ items: [], sources: [] });
});
