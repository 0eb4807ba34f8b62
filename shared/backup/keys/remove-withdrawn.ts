import { isDeepStrictEqual } from 'node:util';
import type { LogRecord } from '../../log/event-log.ts';
import { subjectOfRecordKey } from '../../log/records/log-entry.ts';
import type { BackupFolder } from '../folder/backup-folder.ts';
import { type BackupKeys, mergeWithdrawn, type Withdrawn } from '../folder/backup-keys.ts';
import type { BackupKeysLock } from '../folder/backup-lock.ts';

export interface RemoveWithdrawnOptions {
  readonly folder: Pick<BackupFolder, 'readKeys' | 'writeKeys'>;
  /** The id of the hub. Keys of another hub stay unchanged. */
  readonly hub: string;
  readonly readWithdrawn: () => Promise<Withdrawn>;
  readonly lockKeys: BackupKeysLock;
}

/**
 * Removes from the backup keys everything that was withdrawn since, so that no backup gives it back. Newer data keys open no
 * record of a backup, and are added with the next backup.
 * @returns whether the folder has keys of this hub
 * @throws OperatorError when the folder fails or the keys are damaged
 */
export async function removeWithdrawn({
  folder,
  hub,
  readWithdrawn,
  lockKeys,
}: RemoveWithdrawnOptions): Promise<boolean> {
  // Checked before the lock, so that a hub without backups takes no lock.
  if ((await folder.readKeys())?.hub !== hub) return false;
  return lockKeys(async (lost) => {
    const before = await folder.readKeys();
    if (before?.hub !== hub) return false;
    const after = withoutWithdrawn(before, await readWithdrawn());
    lost.throwIfAborted();
    if (!isDeepStrictEqual(after, before)) await folder.writeKeys(after);
    return true;
  });
}

function withoutWithdrawn(before: BackupKeys, now: Withdrawn): BackupKeys {
  const withdrawn = mergeWithdrawn(before, now);
  const erased = new Set(withdrawn.erased);
  const isKept = ({ key }: LogRecord) => !erased.has(subjectOfRecordKey(key));
  return {
    ...before,
    ...withdrawn,
    records: before.records.filter(isKept),
    earlier: before.earlier.filter(isKept),
  };
}
