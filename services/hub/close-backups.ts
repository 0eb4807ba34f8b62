import { openBackupFolder } from '../../shared/backup/backup-folder.ts';
import { isKept } from '../../shared/backup/backup-lock.ts';
import { pollUntil } from '../../shared/waiting.ts';
import { closeBackups } from '../projector/backup/keep-keys.ts';
import type { HubConnection } from './connect.ts';
import { readBackupDir } from './settings.ts';

/** Twice what the process that keeps the keys may take. */
const keptWithinMs = 10_000;
const lookEveryMs = 100;

/**
 * Waits until the process that takes the backups has taken subjects out of the keys beside them; where none does, this
 * one takes them out. @returns a line that says whether backups still open what was erased; empty where there are none
 */
export async function closedBackupsLine(hub: HubConnection, subjects: readonly string[]): Promise<string> {
  const folder = openBackupFolder(readBackupDir());
  const stillOpen = `\nThe backups in ${folder.path} still open what was left, until the next one: hub backup now`;
  try {
    if ((await folder.readKeys()) === null) return '';
    // Written by this process, the file might be of another account than the hub's, which then could not replace it.
    const closed = (await isKept(hub.database))
      ? await pollUntil(async () => (await areOut(folder, subjects)) || null, {
          withinMs: keptWithinMs,
          everyMs: lookEveryMs,
        })
      : await closeBackups(hub, folder);
    if (closed === null) return stillOpen;
    return closed ? `\nNo backup in ${folder.path} opens it any more.` : '';
  } catch {
    return stillOpen;
  }
}

async function areOut(
  folder: ReturnType<typeof openBackupFolder>,
  subjects: readonly string[],
): Promise<boolean> {
  const erased = new Set((await folder.readKeys())?.erased);
  return subjects.every((subject) => erased.has(subject));
}
