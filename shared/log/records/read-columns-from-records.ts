import { LogUnavailable } from '../../errors/errors.ts';
import type { ColumnsRequest, EventLog, LogRecord, ReadPosition, RecordColumns } from '../event-log.ts';
import { subjectOfRecordKey } from './log-entry.ts';
import { encodeColumns } from './record-columns.ts';

/** See `EventLog.readColumns`. Works with any store. */
export async function readColumnsFromRecords(
  log: Pick<EventLog, 'read'>,
  { stream, partition, offset }: ReadPosition,
  { past, maxRecords, maxBytes, without }: ColumnsRequest,
): Promise<RecordColumns | null> {
  const gathered: LogRecord[] = [];
  let bytes = 0;
  for (let next = offset; next < past && gathered.length < maxRecords && bytes < maxBytes; ) {
    const wanted = { maxRecords: maxRecords - gathered.length, waitMs: 0 };
    const [page] = await log.read([{ stream, partition, offset: next }], wanted);
    const isCutOff = page?.records.length === 0 && !page.reachedEnd;
    if (page === undefined || page.end < past || isCutOff) {
      throw new LogUnavailable(`${stream} could not be read to its end`);
    }
    for (const record of page.records) {
      if (record.offset >= past || bytes >= maxBytes) break;
      gathered.push(record);
      bytes += record.value?.length ?? 0;
    }
    // Compaction may have deleted all records from here to `past`.
    next = page.records.length === 0 ? past : (page.records.at(-1)?.offset ?? next) + 1;
  }
  const [first, last] = [gathered.at(0), gathered.at(-1)];
  if (first === undefined || last === undefined) return null;
  const columns = encodeColumns(withoutValuesOf(gathered, new Set(without)).records);
  return { records: gathered.length, first: first.offset, last: last.offset, bytes: columns };
}

/** Removes the values of subjects, and keeps the records. */
export function withoutValuesOf(
  records: readonly LogRecord[],
  subjects: ReadonlySet<string>,
): { readonly records: readonly LogRecord[]; readonly isChanged: boolean } {
  if (!records.some((record) => hasValueOf(record, subjects))) return { records, isChanged: false };
  const emptied = records.map((record) =>
    hasValueOf(record, subjects) ? { ...record, value: null, keyId: null } : record,
  );
  return { records: emptied, isChanged: true };
}

function hasValueOf({ key, value }: LogRecord, subjects: ReadonlySet<string>): boolean {
  return value !== null && subjects.has(subjectOfRecordKey(key));
}
