import { openBackupFolder } from '../../shared/backup/backup-folder.ts';
import { readBackupDir } from './settings.ts';

/** A line for whoever was just erased: that backups made here still open what they left. Empty where there are none. */
export async function backupsLeftLine(): Promise<string> {
  const folder = openBackupFolder(readBackupDir());
  // A folder that cannot be read may well hold backups.
  const keys = await folder.readKeys().catch(() => undefined);
  if (keys === null) return '';
  return `\nThe backups in ${folder.path} still open what was left, until the next one: hub backup now`;
}
