import { defaultCategories } from '../../../../shared/domain/category.ts';
import { nameKey } from '../../../../shared/domain/text.ts';
import type { RecordedEventOf } from '../../../../shared/events/event.ts';
import type { identitySeen } from '../../../../shared/events/membership/accounts.ts';
import { accountsOfName } from '../../model/account-names.ts';
import { type Account, identityKey, isReporter, shownHash } from '../../model/entities.ts';
import type { AccountRow, IdentityRow } from '../../tables/accounts.ts';
import { isGone, needsOfIsGone } from '../is-member-gone.ts';
import { fieldOf, need } from '../needs.ts';
import type { FactRule, RuleRows } from '../rule.ts';

type IdentitySeen = RecordedEventOf<typeof identitySeen>;

/**
 * Links an identity to an account for ever, and the member to both
 * (rules/identity.md#first-contact).
 */
export const identitySeenRule: FactRule<typeof identitySeen> = {
  needs: (event) => {
    const { account_id, member_id, name } = event.data;
    return [
      ...needsOfIsGone(member_id),
      need('erased', 'key', account_id),
      need('identities', 'key', identityOf(event)),
      need('accounts', 'key', fieldOf('identities', identityOf(event), 'accountId')),
      need('accounts', 'key', account_id),
      ...(name === null ? [] : [need('accounts', 'name', nameKey(name))]),
    ];
  },
  take: (rows, event) => {
    const { account_id, member_id } = event.data;
    if (isGone(rows, member_id) || rows.get('erased', account_id) !== undefined) return;
    const known = rows.get('identities', identityOf(event));
    if (known !== undefined) {
      addReporter(rows, event, known);
      return;
    }
    const account = accountOfSameName(rows, event) ?? startAccount(rows, event);
    linkIdentity(rows, event, account);
  },
};

function identityOf({ data }: IdentitySeen): string {
  return identityKey(data.source, data.external_id);
}

function addReporter(rows: RuleRows, event: IdentitySeen, identity: IdentityRow): void {
  const memberId = event.data.member_id;
  const account = rows.get('accounts', identity.accountId);
  if (account === undefined) throw new Error(`identity of a missing account ${identity.accountId}`);
  if (identity.memberIds.includes(memberId) || account.blockedIds.includes(memberId)) return;
  rows.put('identities', { ...identity, memberIds: [...identity.memberIds, memberId] });
  addContributor(rows, account, memberId);
}

/** A contributor gets no reading rights, but may inherit the account. */
function addContributor(rows: RuleRows, account: AccountRow, memberId: string): void {
  if (isReporter(account, memberId)) return;
  rows.put('accounts', { ...account, contributorIds: [...account.contributorIds, memberId] });
}

/** If several accounts fit, the identity is linked to none, because a link is never undone. */
function accountOfSameName(rows: RuleRows, event: IdentitySeen): AccountRow | undefined {
  const { name, source, member_id, several_fit: severalFit } = event.data;
  if (name === null || severalFit) return undefined;
  const namesakes = rows.find('accounts', 'name', nameKey(name));
  const fitting =
    source === 'name' && !event.data.by_current_name
      ? namesakes.filter((account) => isReporter(account, member_id))
      : accountsOfName(namesakes, { source, memberId: member_id });
  return fitting.length === 1 ? fitting[0] : undefined;
}

function startAccount(rows: RuleRows, event: IdentitySeen): AccountRow {
  const { account_id: id, name, member_id } = event.data;
  if (rows.get('accounts', id) !== undefined) throw new Error(`account ${id} belongs to another identity`);
  const account = {
    id,
    name: null,
    nameKey: name === null ? null : nameKey(name),
    namedAt: event.recordTime,
    type: null,
    haHash: null,
    dinkHash: null,
    firstSeen: Math.min(event.recordTime, event.data.seen_at ?? event.recordTime),
    ownerId: member_id,
    contributorIds: [],
    blockedIds: [],
    sharing: firstSharing(event),
    changedAt: event.recordTime,
    lastOffset: event.offset,
  };
  rows.put('accounts', account);
  return account;
}

function firstSharing(event: IdentitySeen): Account['sharing'] {
  const defaults = event.data.default_sharing ?? {};
  return Object.fromEntries(
    defaultCategories.map((category) => [
      category,
      { audience: defaults[category] ?? 'guild', with: [], changedAt: event.recordTime },
    ]),
  ) as unknown as Account['sharing'];
}

function linkIdentity(rows: RuleRows, event: IdentitySeen, account: AccountRow): void {
  const { source, external_id, member_id } = event.data;
  rows.put('identities', {
    source,
    externalId: external_id,
    accountId: account.id,
    memberIds: [member_id],
  });
  if (source === 'name') return;
  const hash = source === 'ha_hash' ? { haHash: external_id } : { dinkHash: external_id };
  const linked = { ...account, ...hash };
  const isSeen = shownHash(linked) !== shownHash(account);
  rows.put('accounts', { ...linked, changedAt: isSeen ? event.recordTime : account.changedAt });
}
