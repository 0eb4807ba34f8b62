import type { ListedBackup } from '../folder/backup-folder.ts';
import type { BackupKeys } from '../folder/backup-keys.ts';

/** The ids of the hubs (`readHubId`) of which a folder holds a backup or the keys; no further backup but of the only one is taken there. */
export function hubsOfFolder(
  backups: readonly ListedBackup[],
  keys: Pick<BackupKeys, 'hub'> | null,
): ReadonlySet<string> {
  return new Set([...backups.map(({ manifest }) => manifest.hub), ...(keys === null ? [] : [keys.hub])]);
}
