import type { accountErased } from '../../../shared/events/account-erased.ts';
import type { RecordedEvent, RecordedEventOf } from '../../../shared/events/event.ts';
import type { memberErased } from '../../../shared/events/member-erased.ts';
import type { Account } from '../directory/directory.ts';
import { passAccountsOn } from './accounts.ts';
import { type AccessTables, drop, endSubject, put } from './tables.ts';

/** The account, its identities and what was decided about it are gone, and so is every id that they could come under. */
export function eraseAccount(
  tables: AccessTables,
  event: RecordedEventOf<typeof accountErased>,
): AccessTables {
  const { account_id, ids } = event.data;
  let left = drop(tables, 'accounts', (_row, id) => id === account_id);
  left = drop(left, 'identities', ({ accountId }) => accountId === account_id);
  return [account_id, ...ids].reduce((rest, id) => forget(rest, event, id), left);
}

/** The member, their devices, keys and codes are gone; their accounts pass on as when a member leaves. */
export function eraseMember(tables: AccessTables, event: RecordedEventOf<typeof memberErased>): AccessTables {
  const memberId = event.data.member_id;
  let left = drop(tables, 'members', (_row, id) => id === memberId);
  for (const name of ['devices', 'pairingCodes', 'keys'] as const) {
    left = drop(left, name, (row) => row.memberId === memberId);
  }
  left = passAccountsOn(left, event, memberId);
  left = unlinkMember(left, event, memberId);
  return forget(left, event, memberId);
}

/** No verdict stays either: a rebuild cannot open the commands that they were about. */
function forget(tables: AccessTables, event: RecordedEvent, subject: string): AccessTables {
  return endSubject(
    drop(tables, 'verdicts', (row) => row.subject === subject),
    event,
    subject,
  );
}

/** Nobody else's view changes by it, so no change time does. */
function unlinkMember(tables: AccessTables, event: RecordedEvent, memberId: string): AccessTables {
  let unlinked = tables;
  for (const account of tables.accounts.values()) {
    const blockedIds = account.blockedIds.filter((id) => id !== memberId);
    const sharing = withoutMember(account.sharing, memberId);
    if (blockedIds.length === account.blockedIds.length && sharing === account.sharing) continue;
    unlinked = put(unlinked, event, 'accounts', account.id, { ...account, blockedIds, sharing });
  }
  for (const [key, identity] of tables.identities.entries()) {
    if (!identity.memberIds.includes(memberId)) continue;
    const memberIds = identity.memberIds.filter((id) => id !== memberId);
    unlinked = put(unlinked, event, 'identities', key, { ...identity, memberIds });
  }
  return unlinked;
}

function withoutMember(sharing: Account['sharing'], memberId: string): Account['sharing'] {
  const shares = Object.values(sharing).some(({ with: members }) => members.includes(memberId));
  if (!shares) return sharing;
  return Object.fromEntries(
    Object.entries(sharing).map(([category, shared]) => [
      category,
      { ...shared, with: shared.with.filter((id) => id !== memberId) },
    ]),
  ) as unknown as Account['sharing'];
}
