import { dataKeyMade } from '../../events/types/data-key-made.ts';
import type { LogRecord } from '../../log/event-log.ts';
import { subjectOfRecordKey } from '../../log/records/log-entry.ts';
import type { BackupKeys } from '../folder/backup-keys.ts';

export const earlierDataKeysMax = 100_000;

/**
 * Data keys that the log lost, as after the restore of an older dump. Backups that are newer than
 * the dump need these keys. Keeps the newest `earlierDataKeysMax`.
 */
export function findEarlierDataKeys(
  keysFile: Pick<BackupKeys, 'records' | 'earlier'> | null,
  current: { readonly records: readonly LogRecord[]; readonly erased: ReadonlySet<string> },
): LogRecord[] {
  const inLog = new Set(current.records.map(({ key }) => key));
  return [...(keysFile?.earlier ?? []), ...(keysFile?.records ?? [])]
    .filter(
      ({ type, key }) =>
        type === dataKeyMade.type && !inLog.has(key) && !current.erased.has(subjectOfRecordKey(key)),
    )
    .slice(-earlierDataKeysMax);
}

/** Earlier data keys get offsets after the data keys of the log. */
export function allDataKeyRecords({
  records,
  earlier,
}: Pick<BackupKeys, 'records' | 'earlier'>): LogRecord[] {
  const end = (records.at(-1)?.offset ?? -1) + 1;
  return [...records, ...earlier.map((record, index) => ({ ...record, offset: end + index }))];
}
