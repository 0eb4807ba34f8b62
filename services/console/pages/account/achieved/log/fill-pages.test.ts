import { expect, test } from 'vitest';
import { fillPages, findInPages, findNewestPage, type LoggedItem } from './fill-pages.ts';
import { logPages } from './log-pages.ts';

const logged = (id: number | null, name: string | null): LoggedItem => ({
  ...{ id, name, quantity: 1 },
  ...{ obtained_at: null, source: null, kill_count: null },
});
const pages = [
  { tab: 'Bosses', name: 'First', items: [{ id: 1, name: 'Ring' }] },
  {
    tab: 'Other',
    name: 'Second',
    items: [
      { id: 1, name: 'Ring' },
      { id: 2, name: 'Axe' },
      { id: 3, name: 'Bow' },
    ],
  },
] as const;

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

test('the log opens at the page of the newest item, or at the first begun page', () => {
  const bow = { ...logged(3, 'Bow'), obtained_at: '2026-11-30T12:00:00.000Z' };
  const opened = (items: readonly LoggedItem[]) => findNewestPage(items, fillPages(items, pages).pages)?.name;
  expect(opened([logged(9, 'Cape'), bow, logged(1, 'Ring')])).toBe('Second');
  expect(opened([logged(1, 'Ring')])).toBe('First');
  expect(opened([])).toBeUndefined();
});

test('every page of the table has items with a name, and each id once', () => {
  const names = logPages().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const named = ['Zulrah', "Vet'ion and Calvar'ion", 'Tombs of Amascut', 'Scroll Cases', 'TzHaar'];
  expect(names).toEqual(expect.arrayContaining(named));
  // The tabs of the game in its order, with as many pages.
  const tabs = Map.groupBy(logPages(), ({ tab }) => tab);
  expect([...tabs].map(([tab, ofTab]) => `${tab} ${ofTab.length}`)).toEqual([
    ...['Bosses 57', 'Raids 3', 'Clues 11', 'Minigames 22', 'Other 31'],
  ]);
  for (const { name, items } of logPages()) {
    expect(name).toMatch(/^[A-Z][A-Za-z'() ]+$/);
    expect(items.length, name).toBeGreaterThan(0);
    expect(new Set(items.map(({ id }) => id)).size, name).toBe(items.length);
    for (const item of items) {
      expect(Number.isSafeInteger(item.id) && item.id > 0, `${name}: ${item.name}`).toBe(true);
      expect(item.name, name).toMatch(/^[A-Z0-9][A-Za-z0-9'()/& -]+\.?$/);
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
