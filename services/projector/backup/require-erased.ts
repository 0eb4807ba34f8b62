import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { returnedAfterRestore } from '../../../projections/access/directory/returned-after-restore.ts';
import type { BackupFolder } from '../../../shared/backup/folder/backup-folder.ts';
import { readReplaceableKeys } from '../../../shared/backup/keys/trusted-keys.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { readHubId } from '../../../shared/log/sealing/check-secret-fingerprint.ts';
import type { BackupHub } from './withdrawn-keys.ts';

/**
 * A backup leaves out whoever its folder says was erased, and would not lead to the tables of a hub that has them again. To
 * erase is a command of people: the process that takes backups may not empty the log, and the folder may be another's.
 * @throws OperatorError `erased_is_back`, and when the folder fails
 */
export async function requireErased(hub: BackupHub, folder: BackupFolder): Promise<void> {
  // A damaged or forged copy says nothing, and is replaced.
  const found = await readReplaceableKeys(folder);
  if (found?.state !== 'authentic') return;
  const keys = found.document;
  if (keys.hub !== (await readHubId(hub.journal.log))) return;
  const { erasedAccounts, erasedMembers } = returnedAfterRestore(await readCurrent(hub), keys);
  if (erasedAccounts.length + erasedMembers.length === 0) return;
  throw new OperatorError(
    'erased_is_back',
    `keys.zst in ${folder.path} says that accounts or members were erased which this hub has, as one does that was kept aside while another was used: hub doctor names each with the command that erases it; then take the backup again`,
  );
}
