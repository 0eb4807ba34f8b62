import packageJson from '../../../package.json' with { type: 'json' };
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { returnedAfterRestore } from '../../../projections/access/directory/returned-after-restore.ts';
import type { BackupFolder } from '../../../shared/backup/folder/backup-folder.ts';
import { withBackupLock } from '../../../shared/backup/folder/backup-lock.ts';
import { readReplaceableKeys } from '../../../shared/backup/keys/trusted-keys.ts';
import {
  type TakeBackupOptions,
  type TakenBackup,
  takeBackup,
} from '../../../shared/backup/taking/take-backup.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { readHubId } from '../../../shared/log/sealing/check-secret-fingerprint.ts';
import { type BackupHub, sourcesOf } from './withdrawn-keys.ts';

/**
 * @throws OperatorError as `takeBackup` and `refuseErasedData`, and while another process takes a
 * backup; LogUnavailable
 */
export function takeHubBackup(
  hub: BackupHub,
  folder: BackupFolder,
  options: Pick<TakeBackupOptions, 'kind' | 'compares' | 'now' | 'signal' | 'onBegin' | 'onRead'>,
): Promise<TakenBackup> {
  return withBackupLock(hub.database, async (lost) => {
    await refuseErasedData(hub, folder);
    return takeBackup({
      ...options,
      ...sourcesOf(hub),
      folder,
      hubVersion: packageJson.version,
      signal: AbortSignal.any([options.signal, lost]),
    });
  });
}

/**
 * Refuses a backup when the hub has data that the folder lists as erased. The hub erases nothing by
 * itself, because the erasures may belong to another hub with the same id.
 * @throws OperatorError `erased_is_back`, and when the folder fails
 */
async function refuseErasedData(hub: BackupHub, folder: BackupFolder): Promise<void> {
  // Damaged or forged keys are ignored here, and the backup replaces them.
  const found = await readReplaceableKeys(folder);
  if (found?.state !== 'authentic') return;
  const keys = found.document;
  if (keys.hub !== (await readHubId(hub.journal.log))) return;
  const { erasedAccounts, erasedMembers } = returnedAfterRestore(await readCurrent(hub), keys);
  if (erasedAccounts.length + erasedMembers.length === 0) return;
  throw new OperatorError(
    'erased_is_back',
    `this hub has accounts or members that keys.zst in ${folder.path} lists as erased: erase each with the command that hub doctor names, then take the backup again`,
  );
}
