import { nameKey } from '../../../shared/domain/text.ts';
import type { accountDescribed } from '../../../shared/events/account-described.ts';
import type { RecordedEvent, RecordedEventOf } from '../../../shared/events/event.ts';
import type { sharingChanged } from '../../../shared/events/sharing-changed.ts';
import type { Refusal } from '../refusal.ts';
import { type AccessTables, addNamesake, put } from './tables.ts';

export function describeAccount(
  tables: AccessTables,
  event: RecordedEventOf<typeof accountDescribed>,
): AccessTables {
  const account = tables.accounts.get(event.data.account_id);
  if (account === undefined) return tables;
  const name = event.data.name ?? account.name;
  const type = event.data.type ?? account.type;
  if (name === account.name && type === account.type) return tables;
  const key = name === null ? account.nameKey : nameKey(name);
  const described = { ...account, name, nameKey: key, type, changedAt: event.recordTime };
  return put(
    key === null ? tables : addNamesake(tables, key, account.id),
    event,
    'accounts',
    account.id,
    described,
  );
}

export function changeSharing(
  tables: AccessTables,
  event: RecordedEventOf<typeof sharingChanged>,
): AccessTables | Refusal {
  const { account_id, category, audience } = event.data;
  const account = tables.accounts.get(account_id);
  if (account === undefined) return 'unknown_account';
  const members = audience === 'selected' ? event.data.with : [];
  if (members.some((id) => tables.members.get(id) === undefined)) return 'unknown_member';
  const sharing = {
    ...account.sharing,
    [category]: { audience, with: [...new Set(members)], changedAt: event.recordTime },
  };
  return put(tables, event, 'accounts', account_id, { ...account, sharing });
}

/**
 * The accounts of a member who left go to the contributor linked longest; without one they keep their sharing and
 * have no owner (decisions.md, Keys, members, sharing). Contributors are active members: whoever leaves is dropped.
 */
export function passAccountsOn(tables: AccessTables, event: RecordedEvent, memberId: string): AccessTables {
  let passed = tables;
  for (const account of tables.accounts.values()) {
    const [heir = null, ...others] = account.contributorIds;
    if (account.ownerId === memberId) {
      const change = { ownerId: heir, contributorIds: others, changedAt: event.recordTime };
      passed = put(passed, event, 'accounts', account.id, { ...account, ...change });
    } else if (account.contributorIds.includes(memberId)) {
      const contributorIds = account.contributorIds.filter((id) => id !== memberId);
      passed = put(passed, event, 'accounts', account.id, { ...account, contributorIds });
    }
  }
  return passed;
}
