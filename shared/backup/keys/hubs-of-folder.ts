import type { ListedBackup } from '../folder/backup-folder.ts';
import type { BackupKeys } from '../folder/backup-keys.ts';

/** The ids (`readHubId`) of the hubs with a backup or keys in a folder. Only backups of a single hub may be added. */
export function hubsOfFolder(
  backups: readonly ListedBackup[],
  keys: Pick<BackupKeys, 'hub'> | null,
): ReadonlySet<string> {
  return new Set([...backups.map(({ manifest }) => manifest.hub), ...(keys === null ? [] : [keys.hub])]);
}
