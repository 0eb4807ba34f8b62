import type { Withdrawn } from '../../../shared/backup/folder/backup-keys.ts';
import type { Directory } from './directory.ts';

/** Rights that exist although they were withdrawn for ever, by ids; keys by their prefixes. */
export interface ReturnedAfterRestore {
  readonly erasedAccounts: readonly string[];
  readonly erasedMembers: readonly string[];
  readonly leftMembers: readonly string[];
  readonly revokedKeys: readonly string[];
  readonly revokedDevices: readonly string[];
}

export function findReactivated(
  { members, keysByPrefix, devicesByTokenHash }: Directory,
  withdrawn: Pick<Withdrawn, 'left_members' | 'revoked_keys' | 'revoked_devices'>,
) {
  const [left, keys, devices] = [
    new Set(withdrawn.left_members),
    new Set(withdrawn.revoked_keys),
    new Set(withdrawn.revoked_devices),
  ];
  return {
    members: [...members.values()].filter(({ id, active }) => active && left.has(id)),
    keys: [...keysByPrefix.values()].filter(({ id, revoked }) => !revoked && keys.has(id)),
    devices: [...devicesByTokenHash.values()].filter(({ id, revoked }) => !revoked && devices.has(id)),
  };
}

/**
 * The directory must be newer than the read of `withdrawn`. Sharing and admin marks are not
 * compared, because they may have been given again.
 */
export function returnedAfterRestore(directory: Directory, withdrawn: Withdrawn): ReturnedAfterRestore {
  const { accounts, members } = directory;
  const erased = withdrawn.erased.filter((id) => !directory.erased.has(id));
  const active = findReactivated(directory, withdrawn);
  return {
    erasedAccounts: erased.filter((id) => accounts.has(id)),
    erasedMembers: erased.filter((id) => members.has(id)),
    leftMembers: active.members.map(({ id }) => id).filter((id) => !erased.includes(id)),
    revokedKeys: active.keys.map(({ prefix }) => prefix),
    revokedDevices: active.devices.map(({ id }) => id),
  };
}
