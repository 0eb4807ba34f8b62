import { expect, test } from 'vitest';
import { type Category, categories, defaultCategories } from '../../../../../shared/domain/category.ts';
import type { OwnAccount, SharedCategory } from '../../console-api/answers.ts';
import { commonSharing, emptySelection, isCellSelected, toggleSelection } from './sharing-selection.ts';

const guild: SharedCategory = { audience: 'guild', members: [] };

function accountOf(id: string, some: Partial<Record<Category, SharedCategory>> = {}): OwnAccount {
  const all = Object.fromEntries(categories.map((category) => [category, guild]));
  return { id, name: id, sharing: { ...all, ...some } as OwnAccount['sharing'] };
}

const accounts = [accountOf('a', { stats: { audience: 'selected', members: ['m2', 'm1'] } }), accountOf('b')];

test('a press selects a cell, a row, a column or everything, and the same press again clears it', () => {
  const cell = toggleSelection(emptySelection, accounts, { accountId: 'a', category: 'stats' });
  expect(cell).toEqual({ accountIds: ['a'], categories: ['stats'] });
  const row = toggleSelection(cell, accounts, { accountId: 'b' });
  expect(isCellSelected(row, 'b', 'inventory')).toBe(true);
  expect(isCellSelected(row, 'a', 'inventory')).toBe(false);
  const column = toggleSelection(row, accounts, { category: 'events' });
  expect([isCellSelected(column, 'a', 'events'), isCellSelected(column, 'a', 'stats')]).toEqual([
    true,
    false,
  ]);
  expect(toggleSelection(column, accounts, {})).toEqual({
    accountIds: ['a', 'b'],
    categories: defaultCategories,
  });
  const presses = [
    { accountId: 'a', category: 'stats' },
    { accountId: 'b' },
    { category: 'events' },
    {},
  ] as const;
  for (const pressed of presses) {
    const once = toggleSelection(emptySelection, accounts, pressed);
    expect(once).not.toEqual(emptySelection);
    expect(toggleSelection(once, accounts, pressed)).toEqual(emptySelection);
  }
});

test('only a press on the bank itself selects the bank', () => {
  for (const pressed of [{}, { accountId: 'a' }, { category: 'stats' }] as const) {
    expect(toggleSelection(emptySelection, accounts, pressed).categories).not.toContain('bank');
  }
  const bank = toggleSelection(emptySelection, accounts, { accountId: 'a', category: 'bank' });
  expect(bank).toEqual({ accountIds: ['a'], categories: ['bank'] });
});

test('commonSharing is null when the selected cells differ, and ignores the order of the members', () => {
  expect(commonSharing({ accountIds: ['b'], categories }, accounts)).toEqual(guild);
  expect(commonSharing({ accountIds: ['a', 'b'], categories: ['stats'] }, accounts)).toBeNull();
  const twice = [...accounts, accountOf('c', { stats: { audience: 'selected', members: ['m1', 'm2'] } })];
  expect(commonSharing({ accountIds: ['a', 'c'], categories: ['stats'] }, twice)?.audience).toBe('selected');
  expect(commonSharing(emptySelection, accounts)).toBeNull();
});
