import { nameKey } from '../../../../shared/domain/text.ts';
import type {
  accountBlocked,
  accountTransferred,
  sharingChanged,
} from '../../../../shared/events/membership/accounts.ts';
import type { accountDescribed } from '../../../../shared/events/types/account-described.ts';
import { heirOf } from '../../model/entities.ts';
import { sharingAfterChange, sharingOf } from '../../model/sharing.ts';
import { isGone, needsOfIsGone } from '../is-member-gone.ts';
import { type Need, need } from '../needs.ts';
import type { CommandRule, FactRule, RuleRows } from '../rule.ts';

export const accountDescribedRule: FactRule<typeof accountDescribed> = {
  needs: ({ data }) => [need('accounts', 'key', data.account_id)],
  take: (rows, { data, recordTime }) => {
    const account = rows.get('accounts', data.account_id);
    if (account === undefined) return;
    const name = data.name ?? account.name;
    const type = data.type ?? account.type;
    const isShown = name !== account.name || type !== account.type;
    if (!isShown && !data.name_again) return;
    const named = data.name === null ? {} : { nameKey: nameKey(data.name), namedAt: recordTime };
    const changedAt = isShown ? recordTime : account.changedAt;
    rows.put('accounts', { ...account, ...named, name, type, changedAt });
  },
};

/**
 * Skips erased members, and does not check that members exist. A rebuild cannot open the records of
 * erased members, and has to decide as the live fold did.
 */
export const sharingChangedRule: CommandRule<typeof sharingChanged> = {
  needs: ({ data }) => [
    need('accounts', 'key', data.account_id),
    ...data.with.map((memberId) => need('erased', 'key', memberId)),
  ],
  decide: (rows, { data: { account_id, category, audience, with: members }, recordTime }) => {
    const account = rows.get('accounts', account_id);
    if (account === undefined) return 'unknown_account';
    const named = audience === 'selected' ? new Set(members) : [];
    const selected = [...named].filter((memberId) => rows.get('erased', memberId) === undefined);
    const before = sharingOf(account, category);
    const shared = sharingAfterChange(before, { audience, with: selected }, recordTime);
    rows.put('accounts', { ...account, sharing: { ...account.sharing, [category]: shared } });
    return null;
  },
};

/** The earlier owner becomes the heir. */
export const accountTransferredRule: CommandRule<typeof accountTransferred> = {
  needs: ({ data }) => [
    need('accounts', 'key', data.account_id),
    ...(data.member_id === null ? [] : needsOfIsGone(data.member_id)),
  ],
  decide: (rows, { data: { account_id, member_id }, recordTime }) => {
    const account = rows.get('accounts', account_id);
    if (account === undefined) return 'unknown_account';
    if (member_id !== null && isGone(rows, member_id)) return 'member_left';
    if (account.ownerId === member_id) return null;
    const former = account.ownerId === null ? [] : [account.ownerId];
    rows.put('accounts', {
      ...account,
      ownerId: member_id,
      contributorIds: [...former, ...without(account.contributorIds, member_id)],
      blockedIds: without(account.blockedIds, member_id),
      changedAt: recordTime,
    });
    return null;
  },
};

/** Skips an erased member instead of refusing, as `sharingChangedRule` does. */
export const accountBlockedRule: CommandRule<typeof accountBlocked> = {
  needs: ({ data }) => [
    need('accounts', 'key', data.account_id),
    need('identities', 'account', data.account_id),
    need('erased', 'key', data.member_id),
  ],
  decide: (rows, { data: { account_id, member_id, blocked } }) => {
    const account = rows.get('accounts', account_id);
    if (account === undefined) return 'unknown_account';
    if (blocked && account.ownerId === member_id) return 'owner_blocked';
    const others = without(account.blockedIds, member_id);
    const isNamed = blocked && rows.get('erased', member_id) === undefined;
    rows.put('accounts', {
      ...account,
      blockedIds: isNamed ? [...others, member_id] : others,
      contributorIds: blocked ? without(account.contributorIds, member_id) : account.contributorIds,
    });
    if (blocked) forgetReporter(rows, account_id, member_id);
    return null;
  },
};

/** Makes the member's next report a first contact again, which the block refuses. */
function forgetReporter(rows: RuleRows, accountId: string, memberId: string): void {
  for (const identity of rows.find('identities', 'account', accountId)) {
    if (!identity.memberIds.includes(memberId)) continue;
    rows.put('identities', { ...identity, memberIds: without(identity.memberIds, memberId) });
  }
}

export function needsOfPassOnAccounts(memberId: string): readonly Need[] {
  return [need('accounts', 'reporter', memberId)];
}

/**
 * The member's accounts go to their heirs, or have no owner (rules/members.md#members). Also
 * removes the member as a contributor, so that all contributors are active.
 */
export function passOnAccounts(rows: RuleRows, memberId: string, recordTime: number): void {
  for (const account of rows.find('accounts', 'reporter', memberId)) {
    if (account.ownerId === memberId) {
      const heirId = heirOf(account);
      const contributorIds = without(account.contributorIds, heirId);
      rows.put('accounts', { ...account, ownerId: heirId, contributorIds, changedAt: recordTime });
    } else {
      rows.put('accounts', { ...account, contributorIds: without(account.contributorIds, memberId) });
    }
  }
}

export function without(ids: readonly string[], id: string | null): readonly string[] {
  return ids.filter((other) => other !== id);
}
