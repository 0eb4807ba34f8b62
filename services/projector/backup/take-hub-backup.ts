import packageJson from '../../../package.json' with { type: 'json' };
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { withdrawnOf } from '../../../projections/access/directory/withdrawn-of.ts';
import { readNextSequence } from '../../../projections/event-feed/commands/open-feed-epoch.ts';
import type { BackupFolder } from '../../../shared/backup/folder/backup-folder.ts';
import { backupKeysLockOf, withBackupLock } from '../../../shared/backup/folder/backup-lock.ts';
import {
  type TakeBackupOptions,
  type TakenBackup,
  takeBackup,
} from '../../../shared/backup/taking/take-backup.ts';
import { refuseErasedData } from './refuse-erased-data.ts';
import type { BackupHub } from './withdrawn-keys.ts';

/**
 * @throws OperatorError as `takeBackup` and `refuseErasedData`, and while another process takes a
 * backup; LogUnavailable
 */
export function takeHubBackup(
  hub: BackupHub,
  folder: BackupFolder,
  options: Pick<TakeBackupOptions, 'kind' | 'compares' | 'now' | 'signal' | 'onBegin' | 'onRead'>,
): Promise<TakenBackup> {
  const { database, journal, hubSecret } = hub;
  return withBackupLock(database, async (lost) => {
    await refuseErasedData(hub, folder);
    return takeBackup({
      ...options,
      folder,
      log: journal.log,
      hubVersion: packageJson.version,
      readWithdrawn: async () => withdrawnOf(await readCurrent(hub), hubSecret),
      readNextSequence: () => readNextSequence(database, journal),
      lockKeys: backupKeysLockOf(database),
      signal: AbortSignal.any([options.signal, lost]),
    });
  });
}
