import { expect, test } from 'vitest';
import { type Category, categories } from '../../../../../shared/domain/category.ts';
import type { OwnAccount, SharedCategory } from '../../console-api/answers.ts';
import { isSelected, nothingSelected, selectionAfter, sharedBySelection } from './sharing-selection.ts';

const guild: SharedCategory = { audience: 'guild', members: [] };

function accountOf(id: string, some: Partial<Record<Category, SharedCategory>> = {}): OwnAccount {
  const all = Object.fromEntries(categories.map((category) => [category, guild])) as OwnAccount['sharing'];
  return { id, name: id, sharing: { ...all, ...some } };
}

const accounts = [accountOf('a', { stats: { audience: 'selected', members: ['m2', 'm1'] } }), accountOf('b')];

test('a press selects a cell, a row, a column or everything, and the same press again takes it back', () => {
  const cell = selectionAfter(nothingSelected, accounts, { accountId: 'a', category: 'stats' });
  expect(cell).toEqual({ accountIds: ['a'], categories: ['stats'] });
  expect(selectionAfter(cell, accounts, { accountId: 'a', category: 'stats' })).toEqual(nothingSelected);
  const row = selectionAfter(cell, accounts, { accountId: 'b' });
  expect(isSelected(row, 'b', 'inventory')).toBe(true);
  expect(isSelected(row, 'a', 'inventory')).toBe(false);
  const column = selectionAfter(row, accounts, { category: 'events' });
  expect([isSelected(column, 'a', 'events'), isSelected(column, 'a', 'stats')]).toEqual([true, false]);
  expect(selectionAfter(column, accounts, {})).toEqual({ accountIds: ['a', 'b'], categories });
});

test('the audience of a selection is that of all its cells, in whatever order its members are', () => {
  expect(sharedBySelection({ accountIds: ['b'], categories }, accounts)).toEqual(guild);
  expect(sharedBySelection({ accountIds: ['a', 'b'], categories: ['stats'] }, accounts)).toBeNull();
  const twice = [...accounts, accountOf('c', { stats: { audience: 'selected', members: ['m1', 'm2'] } })];
  expect(sharedBySelection({ accountIds: ['a', 'c'], categories: ['stats'] }, twice)?.audience).toBe(
    'selected',
  );
  expect(sharedBySelection(nothingSelected, accounts)).toBeNull();
});
