import { expect, test } from 'vitest';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { filterOwn, filterReadable } from './use-readable-accounts.ts';

test('an account is readable when it shares the category, and the given order is kept', () => {
  const accounts = new Map([
    account('walker', ['location_history', 'events']),
    account('private', ['events']),
    account('runner', ['location_history']),
  ]);
  const ids = ['runner', 'private', 'nobody', 'walker'];
  expect(filterReadable(accounts, ids, 'location_history')).toEqual(['runner', 'walker']);
  expect(filterReadable(new Map(), ids, 'location_history')).toEqual([]);
});

test('the accounts of the member are own accounts, the highest total level first, and nobody owns without a member', () => {
  const owned = (id: string, name: string | null, level?: number): [string, SnapshotAccount] => [
    id,
    {
      ...account(id, [])[1],
      owner: name === null ? null : { name, chat_id: null, discord_id: null },
      skills: level === undefined ? null : { total_level: level, overall_xp: 0, skills: [] },
    },
  ];
  const accounts = new Map([
    owned('new', 'Ada'),
    owned('main', 'Ada', 2_000),
    owned('other', 'Bo', 2_100),
    owned('left', null, 2_200),
  ]);
  expect(filterOwn(accounts, 'Ada')).toEqual(['main', 'new']);
  expect(filterOwn(accounts, undefined)).toEqual([]);
});

function account(id: string, categories: SnapshotAccount['categories']): [string, SnapshotAccount] {
  const type = { type: 0, type_label: 'Normal' };
  return [
    id,
    { id, name: id, ...type, owner: { name: 'Owner', chat_id: null, discord_id: null }, categories },
  ];
}
