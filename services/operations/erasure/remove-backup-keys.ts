import { pollUntil } from '../../../shared/async/waiting.ts';
import { openBackupFolder } from '../../../shared/backup/folder/backup-folder.ts';
import { hasBackupKeeper } from '../../../shared/backup/folder/backup-lock.ts';
import { createBackupSigner } from '../../../shared/backup/signing/backup-signer.ts';
import { removeWithdrawnKeys } from '../../projector/backup/withdrawn-keys.ts';
import type { ErasingHub } from '../operation-hub.ts';

/** Twice the time that the process with the backups may need. */
const removedWithinMs = 10_000;
const checkEveryMs = 100;

/** `closed`: no backup can open the erased data. `open`: backups can, until the next backup. */
type BackupsAfterErasure = 'none' | 'closed' | 'open';

export interface ErasureDocument {
  readonly id: string;
  readonly erased: true;
  readonly backups: BackupsAfterErasure;
}

/**
 * Waits until the process that takes backups has removed the keys of subjects. Without such a
 * process, removes the keys.
 */
export async function removeBackupKeys(
  hub: ErasingHub,
  backupDir: string,
  subjects: readonly string[],
): Promise<BackupsAfterErasure> {
  const folder = openBackupFolder(backupDir, createBackupSigner(hub.hubSecret));
  try {
    if ((await folder.inspectKeys()) === null) return 'none';
    // This process may run as another user, and the hub could not replace its file.
    const closed = (await hasBackupKeeper(hub.database))
      ? await pollUntil(async () => (await areRemoved(folder, subjects)) || null, {
          withinMs: removedWithinMs,
          everyMs: checkEveryMs,
        })
      : await removeWithdrawnKeys(hub, folder);
    if (closed === null) return 'open';
    return closed ? 'closed' : 'none';
  } catch (error) {
    hub.noteFailure('backup-keys', error);
    return 'open';
  }
}

async function areRemoved(
  folder: ReturnType<typeof openBackupFolder>,
  subjects: readonly string[],
): Promise<boolean> {
  const found = await folder.inspectKeys();
  const erased = new Set(found?.state === 'authentic' ? found.document.erased : []);
  return subjects.every((subject) => erased.has(subject));
}
