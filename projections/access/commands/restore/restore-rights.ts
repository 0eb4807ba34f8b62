import type { SharedBank, Withdrawn } from '../../../../shared/backup/folder/backup-keys.ts';
import { adminChanged } from '../../../../shared/events/types/admin-changed.ts';
import type { Directory } from '../../directory/directory.ts';
import { findReactivated } from '../../directory/returned-after-restore.ts';
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
