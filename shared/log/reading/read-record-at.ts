import type { EventLog, LogRecord, ReadPosition } from '../event-log.ts';

/** The record at a position; null where the log has none there: expired, compacted away, or not appended yet. */
export async function readRecordAt(
  log: Pick<EventLog, 'read'>,
  position: ReadPosition,
): Promise<LogRecord | null> {
  const [page] = await log.read([position], { maxRecords: 1, waitMs: 0 });
  const record = page?.records[0];
  return record?.offset === position.offset ? record : null;
}
