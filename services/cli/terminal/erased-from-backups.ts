import type { ErasureDocument } from '../../operations/erasure/remove-backup-keys.ts';
import { readBackupDir } from '../settings.ts';

/** A line that says whether backups still open the erased data; empty without backups. */
export function erasedFromBackups({ backups }: ErasureDocument): string {
  const folder = readBackupDir();
  return {
    none: '',
    closed: `\nNo backup in ${folder} can open it any more.`,
    open: `\nThe backups in ${folder} can still open it, until the next backup: hub backup now`,
  }[backups];
}
