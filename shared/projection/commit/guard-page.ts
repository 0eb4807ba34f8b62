import { partitionName, streamDefinition } from '../../events/streams.ts';
import type { EventLog, Page } from '../../log/event-log.ts';
import { readRecordAt } from '../../log/reading/read-record-at.ts';
import type { ProjectedPlace } from './lease.ts';

/**
 * The reason why a generation must stop reading, as one line that says what to do; null when
 * reading may continue. On a stream whose records expire, only a new generation may start above its
 * checkpoint. On a compacted stream, every generation may: each deleted record has a later record
 * of its key.
 */
export function faultOfPage(page: Page, lease: ProjectedPlace): string | null {
  const { nextOffset, lastAppendTime } = lease.checkpoint;
  const place = partitionName(lease);
  if (page.end < nextOffset) {
    return (
      `${place} ends at ${page.end}, but the records below ${nextOffset} were projected: this is an older or another log; ` +
      'restore the log that belongs to this database, or rebuild the projection'
    );
  }
  const { policy } = streamDefinition(lease.stream).kept;
  const isNew = nextOffset === 0 && lastAppendTime === null;
  const mayStartLater = policy === 'latest' || (policy === 'expires' && isNew);
  if (page.start > nextOffset && !mayStartLater) {
    return (
      `${place} starts at ${page.start}, but only records below ${nextOffset} were projected: the records in between are gone; ` +
      (policy === 'forever'
        ? 'restore a backup that has them'
        : 'restore a log that has them, or rebuild the projection without them')
    );
  }
  return null;
}

/**
 * Compares the append time of the record before the checkpoint with the projected record. Only this
 * check finds another log that has grown past the checkpoint.
 * @returns the reason to stop, or null
 */
export async function faultOfLog(log: EventLog, lease: ProjectedPlace): Promise<string | null> {
  const { nextOffset, lastAppendTime } = lease.checkpoint;
  if (nextOffset === 0 || lastAppendTime === null) return null;
  const place = { stream: lease.stream, partition: lease.partition, offset: nextOffset - 1 };
  const record = await readRecordAt(log, place);
  if (record === null || record.appendTime === lastAppendTime) return null;
  return (
    `${partitionName(lease)} holds another record at ${nextOffset - 1} than the projected record: ` +
    'this is another log; restore the log that belongs to this database, or rebuild the projection'
  );
}
