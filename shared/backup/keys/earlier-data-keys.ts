import { dataKeyMade } from '../../events/types/data-key-made.ts';
import type { LogRecord } from '../../log/event-log.ts';
import { subjectOfRecordKey } from '../../log/records/log-entry.ts';
import type { BackupKeys } from '../folder/backup-keys.ts';

/** Beside those of the log; 50 MB of what the copy may hold. */
export const earlierDataKeysMax = 100_000;

/**
 * The data keys that the copy has and the log has no more, as after an older dump was put back: what was backed up in between
 * is sealed with them. Of too many the newest.
 * @param now the keys of the log, and who was erased
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

/** All keys of a copy as records of one partition: the earlier ones follow those of the log, under offsets of their own. */
export function allDataKeyRecords({
  records,
  earlier,
}: Pick<BackupKeys, 'records' | 'earlier'>): LogRecord[] {
  const end = (records.at(-1)?.offset ?? -1) + 1;
  return [...records, ...earlier.map((record, index) => ({ ...record, offset: end + index }))];
}
