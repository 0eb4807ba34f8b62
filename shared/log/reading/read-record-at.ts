import { LogUnavailable } from '../../errors/errors.ts';
import { partitionName } from '../../events/streams.ts';
import type { EventLog, LogRecord, ReadPosition } from '../event-log.ts';

/**
 * Null for a record that expired, was compacted away, or is not appended yet.
 * @throws LogUnavailable also when the partition gives no answer
 */
export async function readRecordAt(
  log: Pick<EventLog, 'read'>,
  position: ReadPosition,
): Promise<LogRecord | null> {
  const [page] = await log.read([position], { maxRecords: 1, waitMs: 0 });
  const record = page?.records[0];
  const isAnswered =
    page !== undefined && (page.records.length > 0 || page.reachedEnd || page.end < position.offset);
  if (!isAnswered) throw new LogUnavailable(`${partitionName(position)} could not be read`);
  return record?.offset === position.offset ? record : null;
}
