import { partitionName, streamDefinition } from '../events/streams.ts';
import type { EventLog, PartitionEnds } from '../log/event-log.ts';
import { readRecordAt } from '../log/read-record-at.ts';
import type { BackupPartition, Manifest } from './manifest.ts';

/**
 * Whether the log still has the newest record of a backup: one that was restored since may have another at its place.
 * Compaction may have taken it once a newer one followed; then the other streams tell whether it is the same log.
 */
export async function isContinued(
  log: Pick<EventLog, 'read'>,
  { stream, partition, end, last_id: lastId }: BackupPartition,
  ends: PartitionEnds,
): Promise<boolean> {
  if (ends.end < end) return false;
  if (lastId === null || ends.start >= end) return true;
  const found = await readLastId(log, { stream, partition, start: ends.start, end });
  if (found === null) return streamDefinition(stream).kept.policy === 'latest' && ends.end > end;
  return found === lastId;
}

/** The id of the record before the end; null where compaction has taken it, and of an empty partition. */
export async function readLastId(
  log: Pick<EventLog, 'read'>,
  { stream, partition, start, end }: PartitionEnds,
): Promise<string | null> {
  if (end <= start) return null;
  const record = await readRecordAt(log, { stream, partition, offset: end - 1 });
  return record?.recordId ?? null;
}

/**
 * Whether a backup has sealed records that the log has not, as after an older dump was put back. The streams of sealed
 * records that are backed up are kept for ever, so their last record tells.
 * @param ends of all partitions of the log
 */
export async function hasOtherSealed(
  log: Pick<EventLog, 'read'>,
  { partitions }: Manifest,
  ends: readonly PartitionEnds[],
): Promise<boolean> {
  for (const part of partitions.filter(({ stream }) => streamDefinition(stream).sealed)) {
    const now = ends.find((each) => partitionName(each) === partitionName(part));
    if (now === undefined || !(await isContinued(log, part, now))) return true;
  }
  return false;
}
