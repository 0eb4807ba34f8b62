import type { Withdrawn } from '../../../../shared/backup/folder/backup-keys.ts';
import type { Directory } from '../../directory/directory.ts';
import type { AccessCommandEvent } from '../execute-command.ts';
import { restoreBlocks, restoreOwners } from './restore-accounts.ts';
import { restoreApiKeyScopes } from './restore-api-key-scopes.ts';
import { restoreChatIds } from './restore-chat-ids.ts';
import { restoreErasures } from './restore-erasures.ts';
import { restoreRevocations, restoreSharing } from './restore-rights.ts';

/**
 * Each step needs the directory after the earlier steps. The steps give no events when the log has
 * all withdrawals.
 */
export function restoreSteps(
  withdrawn: Withdrawn,
  hubSecret: Uint8Array,
): readonly ((directory: Directory) => readonly AccessCommandEvent[])[] {
  return [
    (directory) => restoreErasures(directory, withdrawn.erased),
    (directory) => restoreRevocations(directory, withdrawn),
    (directory) => restoreOwners(directory, withdrawn),
    (directory) => [
      ...restoreBlocks(directory, withdrawn),
      ...restoreApiKeyScopes(directory, withdrawn),
      ...restoreChatIds(directory, withdrawn, hubSecret),
      ...restoreSharing(directory, withdrawn),
    ],
  ];
}
