import { expect, test } from 'vitest';
import { fillPages, findInPages, type LoggedItem } from './fill-pages.ts';
import { logPages } from './log-pages.ts';

const logged = (id: number | null, name: string | null): LoggedItem => ({
  ...{ id, name, quantity: 1 },
  ...{ obtained_at: null, source: null, kill_count: null },
});
const pages = [
  { name: 'First', items: [{ id: 1, name: 'Ring' }] },
  {
    name: 'Second',
    items: [
      { id: 1, name: 'Ring' },
      { id: 2, name: 'Axe' },
      { id: 3, name: 'Bow' },
    ],
  },
];

test('an item fills every page that has the item', () => {
  const filled = fillPages([logged(1, 'Ring')], pages);
  expect(filled.pages.map(({ obtained }) => obtained)).toEqual([1, 1]);
  expect(filled.others).toEqual([]);
});

test('an item of another id fills its place by the name, in any case', () => {
  const filled = fillPages([logged(902, 'axe'), logged(null, 'BOW'), logged(null, null)], pages);
  expect(filled.pages[1]?.items.map((item) => item.logged?.id)).toEqual([undefined, 902, null]);
  expect(filled.others).toEqual([logged(null, null)]);
});

test('a text finds items, missing items too, and all items of a page', () => {
  const filled = fillPages([], pages).pages;
  const found = (text: string) => findInPages(filled, text).map(({ items }) => items.map(({ id }) => id));
  expect(found('bow')).toEqual([[3]]);
  expect(found('second')).toEqual([[1, 2, 3]]);
  expect(found('nothing')).toEqual([]);
});

test('every page of the table has items with a name, and each id once', () => {
  const names = logPages().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['Zulrah', "Vet'ion and Calvar'ion", 'Tombs of Amascut']));
  for (const { name, items } of logPages()) {
    expect(name).toMatch(/^[A-Z][A-Za-z' ]+$/);
    expect(items.length, name).toBeGreaterThan(0);
    expect(new Set(items.map(({ id }) => id)).size, name).toBe(items.length);
    for (const item of items) {
      expect(Number.isSafeInteger(item.id) && item.id > 0, `${name}: ${item.name}`).toBe(true);
      expect(item.name, name).toMatch(/^[A-Z][A-Za-z0-9'() -]+\.?$/);
    }
  }
});

test('an id has the same name on all pages', () => {
  const names = Map.groupBy(
    logPages().flatMap(({ items }) => items),
    ({ id }) => id,
  );
  for (const [id, items] of names) expect(new Set(items.map(({ name }) => name)).size, `${id}`).toBe(1);
});
