import type { EventLog, LogRecord, ReadPosition } from '../event-log.ts';

/** Null for a record that expired, was compacted away, or is not appended yet. */
export async function readRecordAt(
  log: Pick<EventLog, 'read'>,
  position: ReadPosition,
): Promise<LogRecord | null> {
  const [page] = await log.read([position], { maxRecords: 1, waitMs: 0 });
  const record = page?.records[0];
  return record?.offset === position.offset ? record : null;
}
