import type { KeptApiKey, SharedBank, Withdrawn } from '../../../../shared/backup/folder/backup-keys.ts';
import { categoriesOf, maskOf } from '../../../../shared/domain/category.ts';
import { apiKeyChanged } from '../../../../shared/events/membership/api-keys.ts';
import { adminChanged } from '../../../../shared/events/membership/members.ts';
import type { Directory } from '../../directory/directory.ts';
import { findReactivated } from '../../directory/returned-after-restore.ts';
import type { ApiKey } from '../../model/entities.ts';
import { type Sharing, sharingOf } from '../../model/sharing.ts';
import { commandEvent } from '../command-event.ts';
import { revokeDevice } from '../devices/change-device.ts';
import type { AccessCommandEvent } from '../execute-command.ts';
import { revokeApiKey } from '../keys/change-api-key.ts';
import { removeMember } from '../members/remove-member.ts';
import { shareCategory } from '../sharing/share-category.ts';

/** Also repeats departures and lost admin marks. */
export function restoreRevocations(directory: Directory, withdrawn: Withdrawn): AccessCommandEvent[] {
  const actor = 'hub';
  const active = findReactivated(directory, withdrawn);
  return [
    ...active.members.map(({ id }) => removeMember(directory, { memberId: id, evenLastAdmin: true, actor })),
    ...formerAdmins(directory, withdrawn).map((id) => {
      const data = { member_id: id, admin: false, even_last_admin: true } as const;
      return commandEvent(adminChanged, { subject: 'hub', actor }, data);
    }),
    ...active.keys.map(({ id }) => revokeApiKey(directory, { keyId: id, actor })),
    ...active.devices.map(({ id }) => revokeDevice(directory, { deviceId: id, actor })),
  ];
}

/** Leaves out members who left, because their departure removes the mark. */
function formerAdmins({ admins }: Directory, withdrawn: Withdrawn): string[] {
  const kept = new Set([...withdrawn.admins, ...withdrawn.left_members]);
  return [...admins].filter((id) => !kept.has(id));
}

/** Narrows sharing to readers that the kept sharing also allows. Runs after departures. */
export function restoreSharing(directory: Directory, withdrawn: Withdrawn): AccessCommandEvent[] {
  const ofCategories = withdrawn.sharing.map(({ account, category, with: members }) => ({
    accountId: account,
    category,
    members,
  }));
  return [...ofCategories, ...narrowedBanks(directory, withdrawn)].flatMap((kept) => {
    const { accountId, category } = kept;
    const account = directory.accounts.get(accountId);
    if (account === undefined) return [];
    const members = stricter(directory, sharingOf(account, category), kept.members);
    if (members === null) return [];
    const audience = members.length > 0 ? 'selected' : 'private';
    return shareCategory(directory, { accountId, category, audience, memberIds: members, actor: 'hub' });
  });
}

/** A bank that `shared_banks` does not name is private. */
function narrowedBanks({ accounts }: Directory, { shared_banks: banks }: Withdrawn) {
  const kept = new Map(banks.map((bank): [string, SharedBank] => [bank.account, bank]));
  return [...accounts.keys()].flatMap((accountId) => {
    const bank = kept.get(accountId);
    if (bank?.audience === 'guild') return [];
    return [{ accountId, category: 'bank' as const, members: bank?.with ?? [] }];
  });
}

/** The members of both sharings; null if the restored sharing allows only these members. */
function stricter({ members }: Directory, now: Sharing, kept: readonly string[]): readonly string[] | null {
  if (now.audience === 'private') return null;
  const ofKept = kept.filter((id) => members.get(id)?.active === true);
  if (now.audience === 'guild') return ofKept;
  const both = now.with.filter((id) => ofKept.includes(id));
  return both.length < now.with.length ? both : null;
}

/**
 * Narrows keys to the categories, accounts and expiry that the kept keys also have. Runs after
 * revocations.
 */
export function restoreApiKeyScopes(
  directory: Directory,
  { api_keys: keys }: Withdrawn,
): AccessCommandEvent[] {
  const keptById = new Map(keys.map((kept) => [kept.key, kept]));
  return [...directory.keysByPrefix.values()].flatMap((key) => {
    const kept = keptById.get(key.id);
    return kept === undefined || key.revoked ? [] : narrowing(directory, key, kept);
  });
}

/**
 * Does not check that accounts exist: an account that is newer than the backup gets the same id
 * again.
 */
function narrowing(directory: Directory, key: ApiKey, kept: KeptApiKey): AccessCommandEvent[] {
  const both = key.categories & maskOf(kept.categories);
  // There is no key without a category.
  if (both === 0) return [revokeApiKey(directory, { keyId: key.id, actor: 'hub' })];
  const accounts = fewerAccounts(key.accountIds, kept.accounts);
  const isEarlier =
    (kept.expires_at ?? Number.POSITIVE_INFINITY) < (key.expiresAt ?? Number.POSITIVE_INFINITY);
  const changes = {
    ...(both !== key.categories && { categories: categoriesOf(both) }),
    ...(accounts !== null && { accounts }),
    ...(isEarlier && { expires_at: kept.expires_at }),
  };
  if (Object.keys(changes).length === 0) return [];
  const data = { key_id: key.id, ...changes };
  return [commandEvent(apiKeyChanged, { subject: key.memberId ?? 'hub', actor: 'hub' }, data)];
}

/** Null if the restored key reads no more accounts than the kept key. */
function fewerAccounts(now: ApiKey['accountIds'], kept: KeptApiKey['accounts']): string[] | null {
  if (kept === null) return null;
  if (now === null) return kept;
  const both = kept.filter((id) => now.has(id));
  return both.length < now.size ? both : null;
}
