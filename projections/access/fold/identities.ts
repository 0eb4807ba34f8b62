import { categories } from '../../../shared/domain/category.ts';
import { nameKey } from '../../../shared/domain/text.ts';
import type { RecordedEventOf } from '../../../shared/events/event.ts';
import type { identitySeen } from '../../../shared/events/identity-seen.ts';
import { type Account, identityKey } from '../directory/directory.ts';
import { type AccessTables, type AccountRow, addNamesake, type IdentityRow, put } from './tables.ts';

type IdentitySeen = RecordedEventOf<typeof identitySeen>;

/**
 * Links an identity to an account, once and for ever, and the member to both (decisions.md, Identity).
 * A report of somebody who left links nothing, and nothing is linked to an id that was erased.
 */
export function seeIdentity(tables: AccessTables, event: IdentitySeen): AccessTables {
  const { account_id, member_id } = event.data;
  if (isGone(tables, member_id) || tables.erased.get(account_id) !== undefined) return tables;
  const known = tables.identities.get(identityKey(event.data.source, event.data.external_id));
  if (known !== undefined) return addReporter(tables, event, known);
  const account = accountOfSameName(tables, event);
  return account === undefined ? startAccount(tables, event) : linkIdentity(tables, event, account);
}

/**
 * Left or erased. A member of whom nothing is known is none of these: what made them one can no longer be opened, and
 * their accounts pass on at the erasure that follows in the log.
 */
function isGone(tables: AccessTables, memberId: string): boolean {
  return tables.members.get(memberId)?.active === false || tables.erased.get(memberId) !== undefined;
}

function addReporter(tables: AccessTables, event: IdentitySeen, identity: IdentityRow): AccessTables {
  const memberId = event.data.member_id;
  const account = tables.accounts.get(identity.accountId);
  if (account === undefined) throw new Error(`identity of a missing account ${identity.accountId}`);
  if (identity.memberIds.includes(memberId) || account.blockedIds.includes(memberId)) return tables;
  const key = identityKey(identity.source, identity.externalId);
  const memberIds = [...identity.memberIds, memberId];
  const reported = put(tables, event, 'identities', key, { ...identity, memberIds });
  return addContributor(reported, event, account);
}

/**
 * The one account that the member already reported under this name and that has no identity of this source yet. When
 * several fit there is none: a link is never undone, so a doubtful one is not made.
 */
function accountOfSameName(tables: AccessTables, event: IdentitySeen): AccountRow | undefined {
  const { name, source, member_id } = event.data;
  if (name === null) return undefined;
  const wanted = nameKey(name);
  const fitting = (tables.namesakes.get(wanted) ?? [])
    .map((id) => tables.accounts.get(id))
    .filter((account) => account !== undefined)
    .filter((account) => account.nameKey === wanted && isReporter(account, member_id))
    .filter((account) => hashOf(account, source) === null);
  return fitting.length === 1 ? fitting[0] : undefined;
}

function isReporter(account: AccountRow, memberId: string): boolean {
  return account.ownerId === memberId || account.contributorIds.includes(memberId);
}

function hashOf(account: AccountRow, source: IdentitySeen['data']['source']): string | null {
  if (source === 'name') return null;
  return source === 'ha_hash' ? account.haHash : account.dinkHash;
}

function startAccount(tables: AccessTables, event: IdentitySeen): AccessTables {
  const id = event.data.account_id;
  if (tables.accounts.get(id) !== undefined) throw new Error(`account ${id} belongs to another identity`);
  const name = event.data.name === null ? null : nameKey(event.data.name);
  const account = {
    id,
    name: null,
    nameKey: name,
    type: null,
    haHash: null,
    dinkHash: null,
    firstSeen: event.recordTime,
    ownerId: event.data.member_id,
    contributorIds: [],
    blockedIds: [],
    sharing: firstSharing(event),
    changedAt: event.recordTime,
    lastOffset: event.offset,
  };
  const started = put(tables, event, 'accounts', id, account);
  return linkIdentity(name === null ? started : addNamesake(started, name, id), event, account);
}

function firstSharing(event: IdentitySeen): Account['sharing'] {
  const defaults = event.data.default_sharing ?? {};
  return Object.fromEntries(
    categories.map((category) => [
      category,
      { audience: defaults[category] ?? 'guild', with: [], changedAt: event.recordTime },
    ]),
  ) as unknown as Account['sharing'];
}

function linkIdentity(tables: AccessTables, event: IdentitySeen, account: AccountRow): AccessTables {
  const { source, external_id, member_id } = event.data;
  const linked = put(tables, event, 'identities', identityKey(source, external_id), {
    source,
    externalId: external_id,
    accountId: account.id,
    memberIds: [member_id],
  });
  if (source === 'name') return linked;
  const hash = source === 'ha_hash' ? { haHash: external_id } : { dinkHash: external_id };
  return put(linked, event, 'accounts', account.id, { ...account, ...hash, changedAt: event.recordTime });
}

/** Contributing gives no reading rights; it makes the member next in line for the account. */
function addContributor(tables: AccessTables, event: IdentitySeen, account: AccountRow): AccessTables {
  if (isReporter(account, event.data.member_id)) return tables;
  const contributorIds = [...account.contributorIds, event.data.member_id];
  return put(tables, event, 'accounts', account.id, { ...account, contributorIds });
}
