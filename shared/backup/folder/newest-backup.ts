import type { ListedBackup } from './backup-folder.ts';

/**
 * The newest backup that was taken by now. Those after it are of a clock that was ahead: if one of them were the newest,
 * nobody would miss or try the ones that are taken until then.
 * @param backups oldest first
 * @param now epoch ms
 * @returns null where there is none
 */
export function newestBackup(backups: readonly ListedBackup[], now: number): ListedBackup | null {
  return backups.findLast(({ manifest }) => Date.parse(manifest.taken_at) <= now) ?? null;
}
