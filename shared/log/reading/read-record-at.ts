import { LogUnavailable } from '../../errors/errors.ts';
import { partitionName } from '../../events/streams.ts';
import { type EventLog, isAnswer, type LogRecord, type ReadPosition } from '../event-log.ts';

/**
 * Null for a record that expired, was compacted away, or is not appended yet.
 * @throws LogUnavailable also when the partition gives no answer
 */
export async function readRecordAt(
  log: Pick<EventLog, 'read'>,
  position: ReadPosition,
): Promise<LogRecord | null> {
  const [page] = await log.read([position], { maxRecords: 1, waitMs: 0 });
  if (page === undefined || !isAnswer(page, position.offset))
    throw new LogUnavailable(`${partitionName(position)} could not be read`);
  const [record] = page.records;
  return record?.offset === position.offset ? record : null;
}
