import type { ListedBackup } from '../folder/backup-folder.ts';
import type { KeyCopy } from '../folder/key-copy.ts';

/** The ids of the hubs (`readHubId`) of which a folder holds a backup or the keys; no further backup but of the only one is taken there. */
export function ownersOf(
  backups: readonly ListedBackup[],
  keys: Pick<KeyCopy, 'hub'> | null,
): ReadonlySet<string> {
  return new Set([...backups.map(({ manifest }) => manifest.hub), ...(keys === null ? [] : [keys.hub])]);
}
