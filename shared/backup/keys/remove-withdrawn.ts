import { isDeepStrictEqual } from 'node:util';
import type { EventLog, LogRecord } from '../../log/event-log.ts';
import { subjectOfRecordKey } from '../../log/records/log-entry.ts';
import type { BackupFolder } from '../folder/backup-folder.ts';
import {
  type BackupKeys,
  mergeWithdrawn,
  readDataKeyRecords,
  type Withdrawn,
} from '../folder/backup-keys.ts';
import type { BackupKeysLock } from '../folder/backup-lock.ts';
import type { ListedBackup } from '../folder/list-backups.ts';
import { type FoundKeys, nextKeysNumber, trustedKeys } from './trusted-keys.ts';

export interface RemoveWithdrawnOptions {
  readonly folder: Pick<BackupFolder, 'inspectKeys' | 'writeKeys' | 'list'>;
  /** Keys of another hub stay unchanged. */
  readonly hub: string;
  readonly log: Pick<EventLog, 'ends' | 'read'>;
  readonly readWithdrawn: () => Promise<Withdrawn>;
  readonly readNextSequence: () => Promise<number>;
  readonly lockKeys: BackupKeysLock;
}

/**
 * Adds no new data keys, because no backup has records for them yet. Writes keys again from the log
 * when the file cannot be trusted.
 * @returns whether the folder has keys of this hub
 * @throws OperatorError when the folder fails or the keys are damaged; LogUnavailable
 */
export async function removeWithdrawn(options: RemoveWithdrawnOptions): Promise<boolean> {
  const { folder, hub, readWithdrawn, lockKeys } = options;
  // Before the lock, so that a hub without backups takes no lock.
  if (!areOfHub(await folder.inspectKeys(), hub)) return false;
  return lockKeys(async (lost) => {
    const found = await folder.inspectKeys();
    if (!areOfHub(found, hub)) return false;
    const { backups } = await folder.list();
    const before = trustedKeys(found, backups);
    const after = withoutWithdrawn(before ?? (await keysOfLog(options, backups)), await readWithdrawn());
    lost.throwIfAborted();
    if (before === null || !isDeepStrictEqual(after, before)) {
      await folder.writeKeys({ ...after, number: nextKeysNumber(found, backups) });
    }
    return true;
  });
}

/** A forged file counts, because it replaced the file of this hub. */
function areOfHub(found: FoundKeys | null, hub: string): boolean {
  if (found === null || found.state === 'another_hub') return false;
  return found.state === 'forged' || found.document.hub === hub;
}

async function keysOfLog(
  { hub, log, readWithdrawn, readNextSequence }: RemoveWithdrawnOptions,
  backups: readonly ListedBackup[],
): Promise<BackupKeys> {
  const own = backups.map(({ manifest }) => manifest);
  const erased = new Set(own.flatMap((manifest) => manifest.erased));
  return {
    hub,
    number: 0,
    ...mergeWithdrawn(null, await readWithdrawn()),
    erased: [...erased],
    next_sequence: Math.max(await readNextSequence(), ...own.map((manifest) => manifest.next_sequence)),
    records: await readDataKeyRecords(log, erased),
    earlier: [],
  };
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
