import type { ListedBackup } from './list-backups.ts';

/**
 * The newest backup that was not taken after `now`. A backup with a time in the future would hide
 * missing backups.
 * @param backups oldest first
 * @param now epoch ms
 * @returns null without such a backup
 */
export function newestBackup(backups: readonly ListedBackup[], now: number): ListedBackup | null {
  return backups.findLast(({ manifest }) => Date.parse(manifest.taken_at) <= now) ?? null;
}
