import { expect, test } from 'vitest';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { filterReadable } from './use-readable-accounts.ts';

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

function account(id: string, categories: SnapshotAccount['categories']): [string, SnapshotAccount] {
  const type = { type: 0, type_label: 'Normal' };
  return [
    id,
    { id, name: id, ...type, owner: { name: 'Owner', chat_id: null, discord_id: null }, categories },
  ];
}
