import type { RecordedEventOf } from '../../../../shared/events/event.ts';
import type { accountErased } from '../../../../shared/events/membership/accounts.ts';
import type { memberErased } from '../../../../shared/events/membership/members.ts';
import { isLeftWithoutOwner } from '../../model/accounts-left-behind.ts';
import type { Account } from '../../model/entities.ts';
import { sharingWithout } from '../../model/sharing.ts';
import { needsOfPassOnAccounts, passOnAccounts, without } from '../accounts/accounts.ts';
import { dropCodesOf, needsOfDropCodes } from '../devices/devices.ts';
import { isLastAdmin, needsOfAdminMarks } from '../members/admins.ts';
import { type Need, need } from '../needs.ts';
import type { CommandRule, RuleRows } from '../rule.ts';

export const accountErasedRule: CommandRule<typeof accountErased> = {
  needs: ({ data }) => needsOfDropAccount(data),
  decide: (rows, { data, recordTime }) => {
    dropAccount(rows, data, recordTime);
    return null;
  },
};

type ErasedAccount = Pick<RecordedEventOf<typeof accountErased>['data'], 'account_id' | 'ids'>;

function needsOfDropAccount({ account_id, ids }: ErasedAccount): readonly Need[] {
  return [
    need('accounts', 'key', account_id),
    need('identities', 'account', account_id),
    ...[account_id, ...ids].flatMap(verdictsAbout),
  ];
}

function dropAccount(rows: RuleRows, { account_id, ids }: ErasedAccount, recordTime: number): void {
  rows.drop('accounts', 'key', account_id);
  rows.drop('identities', 'account', account_id);
  for (const id of [account_id, ...ids]) forget(rows, id, recordTime);
}

/**
 * If a rebuild does not know an account of the event, the account was erased. The rule then marks
 * the ids of the account as erased again.
 */
export const memberErasedRule: CommandRule<typeof memberErased> = {
  needs: ({ data: { member_id, accounts = [] } }) => [
    need('members', 'key', member_id),
    ...needsOfAdminMarks(member_id),
    need('devices', 'member', member_id),
    ...needsOfDropCodes(),
    need('keys', 'member', member_id),
    ...needsOfPassOnAccounts(member_id),
    need('accounts', 'blockedOrSharedWith', member_id),
    need('identities', 'reporter', member_id),
    ...verdictsAbout(member_id),
    ...accounts.flatMap(needsOfDropAccount),
  ],
  decide: (rows, { data: { member_id, even_last_admin: even, accounts = [] }, recordTime }) => {
    if (!even && isLastAdmin(rows, member_id)) return 'last_admin';
    rows.drop('members', 'key', member_id);
    rows.drop('admins', 'key', member_id);
    for (const table of ['devices', 'keys'] as const) rows.drop(table, 'member', member_id);
    dropCodesOf(rows, member_id, recordTime);
    for (const erased of accounts) {
      const account = rows.get('accounts', erased.account_id);
      if (account === undefined || isLeftWithoutOwner(account, member_id))
        dropAccount(rows, erased, recordTime);
    }
    passOnAccounts(rows, member_id, recordTime);
    unlinkMember(rows, member_id);
    forget(rows, member_id, recordTime);
    return null;
  },
};

function verdictsAbout(subject: string): readonly Need[] {
  return [need('verdicts', 'subject', subject)];
}

/** Drops verdicts, because a rebuild cannot open the commands about an erased subject. */
function forget(rows: RuleRows, subject: string, recordTime: number): void {
  rows.drop('verdicts', 'subject', subject);
  rows.put('erased', { subject, at: recordTime });
}

/** Keeps the change times, because no other member's view changes. */
function unlinkMember(rows: RuleRows, memberId: string): void {
  for (const account of rows.find('accounts', 'blockedOrSharedWith', memberId)) {
    const blockedIds = without(account.blockedIds, memberId);
    const sharing = Object.fromEntries(
      Object.entries(account.sharing).map(([category, shared]) => [
        category,
        sharingWithout(shared, memberId),
      ]),
    ) as unknown as Account['sharing'];
    rows.put('accounts', { ...account, blockedIds, sharing });
  }
  for (const identity of rows.find('identities', 'reporter', memberId)) {
    rows.put('identities', { ...identity, memberIds: without(identity.memberIds, memberId) });
  }
}
