import type { NarrowedSharing, Withdrawn } from '../../../shared/backup/key-copy.ts';
import { categories } from '../../../shared/domain/category.ts';
import type { Account, Directory } from './directory.ts';

/** What was taken back by the time of a directory, in the order of ids: the same for the same rights. */
export function withdrawnOf(directory: Directory): Withdrawn {
  const { erased, keysByPrefix, devicesByTokenHash, members, admins, accounts } = directory;
  return {
    erased: [...erased].sort(),
    revoked_keys: idsOf(keysByPrefix.values().filter(({ revoked }) => revoked)),
    revoked_devices: idsOf(devicesByTokenHash.values().filter(({ revoked }) => revoked)),
    left_members: idsOf(members.values().filter(({ active }) => !active)),
    admins: [...admins].sort(),
    sharing: [...accounts.values()].sort(byId).flatMap(narrowedSharing),
  };
}

function idsOf(rows: Iterable<{ readonly id: string }>): string[] {
  return [...rows].map(({ id }) => id).sort();
}

function byId(left: Account, right: Account): number {
  return left.id < right.id ? -1 : 1;
}

function narrowedSharing({ id, sharing }: Account): NarrowedSharing[] {
  return categories.flatMap((category) => {
    const { audience, with: members } = sharing[category];
    if (audience === 'guild') return [];
    return { account: id, category, audience, with: audience === 'selected' ? [...members].sort() : [] };
  });
}
