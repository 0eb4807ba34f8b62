import type { Withdrawn } from '../../../shared/backup/folder/backup-keys.ts';
import type { Directory } from '../directory/directory.ts';
import type { Decidable } from './carry-out.ts';
import { restoredBlocks, restoredOwners } from './restored-accounts.ts';
import { restoredChatIds } from './restored-chat-ids.ts';
import { restoredErasures } from './restored-erasures.ts';
import { restoredReach } from './restored-reach.ts';
import { restoredRevocations, restoredSharing } from './restored-rights.ts';

/**
 * What a restored log lacks of what was withdrawn or narrowed after its backup was taken, in steps: each is decided on the
 * directory after those before it. Where they were carried out already, nothing is left.
 */
export function restoredSteps(
  withdrawn: Withdrawn,
  hubSecret: Uint8Array,
): readonly ((directory: Directory) => readonly Decidable[])[] {
  return [
    (directory) => restoredErasures(directory, withdrawn.erased),
    (directory) => restoredRevocations(directory, withdrawn),
    (directory) => restoredOwners(directory, withdrawn),
    (directory) => [
      ...restoredBlocks(directory, withdrawn),
      ...restoredReach(directory, withdrawn),
      ...restoredChatIds(directory, withdrawn, hubSecret),
      ...restoredSharing(directory, withdrawn),
    ],
  ];
}
