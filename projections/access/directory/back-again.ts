import type { Withdrawn } from '../../../shared/backup/key-copy.ts';
import type { Directory } from './directory.ts';

/** What was withdrawn for ever and is there all the same, by ids; keys by their prefixes. */
export interface BackAgain {
  readonly erasedAccounts: readonly string[];
  readonly erasedMembers: readonly string[];
  readonly leftMembers: readonly string[];
  readonly revokedKeys: readonly string[];
  readonly revokedDevices: readonly string[];
}

/**
 * What a directory has although it was withdrawn, as where a hub goes on that was kept aside while another one was used with the same
 * backups. It has to be of after `withdrawn` was read. Sharing and marks of admins may have been given again, and say nothing.
 */
export function backAgain(directory: Directory, withdrawn: Withdrawn): BackAgain {
  const { accounts, members, keysByPrefix, devicesByTokenHash } = directory;
  const erased = withdrawn.erased.filter((id) => !directory.erased.has(id));
  const [keys, devices] = [new Set(withdrawn.revoked_keys), new Set(withdrawn.revoked_devices)];
  return {
    erasedAccounts: erased.filter((id) => accounts.has(id)),
    erasedMembers: erased.filter((id) => members.has(id)),
    leftMembers: withdrawn.left_members.filter(
      (id) => members.get(id)?.active === true && !erased.includes(id),
    ),
    revokedKeys: [...keysByPrefix]
      .filter(([, { id, revoked }]) => !revoked && keys.has(id))
      .map(([prefix]) => prefix),
    revokedDevices: [...devicesByTokenHash.values()]
      .filter(({ id, revoked }) => !revoked && devices.has(id))
      .map(({ id }) => id),
  };
}
