import type { ErasureDocument } from '../../operations/erasure/remove-backup-keys.ts';
import { readBackupDir } from '../settings.ts';

/** A line that says whether backups still open what was erased; empty where there are none. */
export function erasedFromBackups({ backups }: ErasureDocument): string {
  const folder = readBackupDir();
  return {
    none: '',
    closed: `\nNo backup in ${folder} opens it any more.`,
    open: `\nThe backups in ${folder} still open what was left, until the next one: hub backup now`,
  }[backups];
}
