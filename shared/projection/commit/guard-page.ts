import { placeKey, streamDefinition } from '../../events/streams.ts';
import type { EventLog, Page } from '../../log/event-log.ts';
import type { Lease } from './lease.ts';

/**
 * Why a generation must not go on from here, as one line that says what to do; null when all is well.
 *
 * The log ends below the checkpoint: it is another log, on any stream; `EventLog` tells no such end in passing. The log
 * starts above it: records are gone unread. On a stream kept for ever that is never right. On one that expires it is
 * right only for a checkpoint that has read nothing yet, a new generation, which starts where the log does. On a
 * compacted one it is always right: each record that is gone was replaced by a later one of its key, and a gap before
 * the first kept record means no more than one behind it.
 */
export function faultOfPage(page: Page, lease: Lease): string | null {
  const { nextOffset, lastAppendTime } = lease.checkpoint;
  const place = placeKey(lease);
  if (page.end < nextOffset) {
    return (
      `${place} ends at ${page.end}, but records up to ${nextOffset} were projected: this is an older or another log; ` +
      'restore the one that belongs to this database, or rebuild the projection'
    );
  }
  const { policy } = streamDefinition(lease.stream).kept;
  const isNew = nextOffset === 0 && lastAppendTime === null;
  const mayStartLater = policy === 'latest' || (policy === 'expires' && isNew);
  if (page.start > nextOffset && !mayStartLater) {
    return (
      `${place} starts at ${page.start}, but only records below ${nextOffset} were projected: those in between are gone; ` +
      'restore a log that has them, or rebuild the projection without them'
    );
  }
  return null;
}

/**
 * Compares the record before a checkpoint, where the log still has it, with the one that was projected: a log that was
 * made anew and has grown past the checkpoint looks right in every other way.
 */
export async function faultOfLog(
  log: EventLog,
  lease: Pick<Lease, 'stream' | 'partition' | 'checkpoint'>,
): Promise<string | null> {
  const { nextOffset, lastAppendTime } = lease.checkpoint;
  if (nextOffset === 0 || lastAppendTime === null) return null;
  const place = { stream: lease.stream, partition: lease.partition, offset: nextOffset - 1 };
  const [page] = await log.read([place], { maxRecords: 1, waitMs: 0 });
  const record = page?.records[0];
  if (record?.offset !== nextOffset - 1 || record.appendTime === lastAppendTime) return null;
  return (
    `${placeKey(lease)} holds another record at ${nextOffset - 1} than the one that was projected: ` +
    'this is another log; restore the one that belongs to this database, or rebuild the projection'
  );
}
