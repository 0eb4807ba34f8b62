import { dataKeyMade } from '../../events/types/data-key-made.ts';
import type { LogRecord } from '../../log/event-log.ts';
import { subjectOfRecordKey } from '../../log/records/log-entry.ts';
import type { BackupKeys } from '../folder/backup-keys.ts';

export const earlierDataKeysMax = 100_000;

/**
 * The data keys that the file has and the log has lost, as after the restore of an older dump.
 * Backups that are newer than the dump need these keys. The oldest keys are left out when there are
 * too many.
 * @param now the data keys of the log, and the erased subjects
 */
export function findEarlierDataKeys(
  before: Pick<BackupKeys, 'records' | 'earlier'> | null,
  now: { readonly records: readonly LogRecord[]; readonly erased: ReadonlySet<string> },
): LogRecord[] {
  const inLog = new Set(now.records.map(({ key }) => key));
  return [...(before?.earlier ?? []), ...(before?.records ?? [])]
    .filter(
      ({ type, key }) =>
        type === dataKeyMade.type && !inLog.has(key) && !now.erased.has(subjectOfRecordKey(key)),
    )
    .slice(-earlierDataKeysMax);
}

/**
 * All data keys as records of one partition: earlier data keys get offsets after the data keys of
 * the log.
 */
export function allDataKeyRecords({
  records,
  earlier,
}: Pick<BackupKeys, 'records' | 'earlier'>): LogRecord[] {
  const end = (records.at(-1)?.offset ?? -1) + 1;
  return [...records, ...earlier.map((record, index) => ({ ...record, offset: end + index }))];
}
