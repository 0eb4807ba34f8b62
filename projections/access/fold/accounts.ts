import { nameKey } from '../../../shared/domain/text.ts';
import type { accountBlocked } from '../../../shared/events/account-blocked.ts';
import type { accountDescribed } from '../../../shared/events/account-described.ts';
import type { accountTransferred } from '../../../shared/events/account-transferred.ts';
import type { RecordedEvent, RecordedEventOf } from '../../../shared/events/event.ts';
import type { sharingChanged } from '../../../shared/events/sharing-changed.ts';
import type { Refusal } from './refusal.ts';
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

/** A member whose records cannot be opened any more counts as one: their sharing ends with the erasure. */
export function changeSharing(
  tables: AccessTables,
  event: RecordedEventOf<typeof sharingChanged>,
): AccessTables | Refusal {
  const { account_id, category, audience } = event.data;
  const account = tables.accounts.get(account_id);
  if (account === undefined) return 'unknown_account';
  const members = audience === 'selected' ? event.data.with : [];
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

/** The owner that was stays with the account as the one who would own it next. */
export function transferAccount(
  tables: AccessTables,
  event: RecordedEventOf<typeof accountTransferred>,
): AccessTables | Refusal {
  const { account_id, member_id } = event.data;
  const account = tables.accounts.get(account_id);
  if (account === undefined) return 'unknown_account';
  if (tables.members.get(member_id)?.active === false) return 'member_left';
  if (account.ownerId === member_id) return tables;
  const former = account.ownerId === null ? [] : [account.ownerId];
  return put(tables, event, 'accounts', account_id, {
    ...account,
    ownerId: member_id,
    contributorIds: [...former, ...account.contributorIds.filter((id) => id !== member_id)],
    blockedIds: account.blockedIds.filter((id) => id !== member_id),
    changedAt: event.recordTime,
  });
}

/** Whoever is blocked no longer contributes; what they reported stays. */
export function blockReporter(
  tables: AccessTables,
  event: RecordedEventOf<typeof accountBlocked>,
): AccessTables | Refusal {
  const { account_id, member_id, blocked } = event.data;
  const account = tables.accounts.get(account_id);
  if (account === undefined) return 'unknown_account';
  if (blocked && account.ownerId === member_id) return 'owner_blocked';
  const others = account.blockedIds.filter((id) => id !== member_id);
  const blockedRow = put(tables, event, 'accounts', account_id, {
    ...account,
    blockedIds: blocked ? [...others, member_id] : others,
    contributorIds: blocked
      ? account.contributorIds.filter((id) => id !== member_id)
      : account.contributorIds,
  });
  return blocked ? forgetReporter(blockedRow, event, account_id, member_id) : blockedRow;
}

/** Their next report is a first contact again, which the block refuses. */
function forgetReporter(
  tables: AccessTables,
  event: RecordedEvent,
  accountId: string,
  memberId: string,
): AccessTables {
  let forgotten = tables;
  for (const [key, identity] of tables.identities.entries()) {
    if (identity.accountId !== accountId || !identity.memberIds.includes(memberId)) continue;
    const memberIds = identity.memberIds.filter((id) => id !== memberId);
    forgotten = put(forgotten, event, 'identities', key, { ...identity, memberIds });
  }
  return forgotten;
}
