import type { ListedBackup } from './list-backups.ts';

/**
 * Ignores backups from after `now`. Otherwise such backups would hide missing backups.
 * @param backups oldest first
 * @param now epoch ms
 */
export function newestBackup(backups: readonly ListedBackup[], now: number): ListedBackup | null {
  return backups.findLast(({ manifest }) => Date.parse(manifest.taken_at) <= now) ?? null;
}
