import type { ErasureDocument } from '../../operations/erasure/remove-backup-keys.ts';
import { readBackupDir } from '../settings.ts';

/** Empty without backups. */
export function erasedFromBackups({ backups }: ErasureDocument): string {
  const folder = readBackupDir();
  return {
    none: '',
    closed: `\nNo backup in ${folder} can open the erased data any more.`,
    open: `\nThe backups in ${folder} can still open the erased data, until the next backup: hub backup now`,
  }[backups];
}
