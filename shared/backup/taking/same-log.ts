import { partitionName, streamDefinition } from '../../events/streams.ts';
import type { EventLog, PartitionEnds } from '../../log/event-log.ts';
import { readRecordAt } from '../../log/reading/read-record-at.ts';
import type { ListedBackup } from '../folder/backup-folder.ts';
import type { BackupPartition, Manifest } from '../folder/manifest.ts';

/**
 * Whether the log still has the newest record of a backup: one that was restored since may have another at its place.
 * Compaction may have taken it once a newer one followed; then the other streams tell whether it is the same log.
 */
export async function hasNewestRecordOf(
  log: Pick<EventLog, 'read'>,
  { stream, partition, end, last_id: lastId }: BackupPartition,
  ends: PartitionEnds,
): Promise<boolean> {
  if (ends.end < end) return false;
  if (lastId === null || ends.start >= end) return true;
  const found = await readLastRecordId(log, { stream, partition, start: ends.start, end });
  if (found === null) return streamDefinition(stream).kept.policy === 'latest' && ends.end > end;
  return found === lastId;
}

/** The id of the record before the end; null where compaction has taken it, and of an empty partition. */
export async function readLastRecordId(
  log: Pick<EventLog, 'read'>,
  { stream, partition, start, end }: PartitionEnds,
): Promise<string | null> {
  if (end <= start) return null;
  const record = await readRecordAt(log, { stream, partition, offset: end - 1 });
  return record?.recordId ?? null;
}

/** A partition in a backup, and of whom its segments hold no value. */
export interface ContinuedPartition {
  readonly part: BackupPartition;
  readonly erased: readonly string[];
}

/**
 * The partition in that backup of the same log after which least is new; null where there is none. Those of a log before an
 * older dump was put back may have gone further, and the newest by its time may be of a clock that was ahead.
 * @param backups oldest first
 */
export async function findPartitionToContinue(
  log: Pick<EventLog, 'read'>,
  ends: PartitionEnds,
  backups: readonly ListedBackup[],
): Promise<ContinuedPartition | null> {
  const before = backups.toReversed().flatMap(({ manifest: { partitions, erased } }) => {
    const part = partitions.find((each) => partitionName(each) === partitionName(ends));
    return part === undefined ? [] : [{ part, erased }];
  });
  const looked = new Set<string>();
  for (const { part, erased } of before.toSorted((one, other) => other.part.end - one.part.end)) {
    const state = `${part.end} ${part.last_id}`;
    if (looked.has(state)) continue;
    looked.add(state);
    if (await hasNewestRecordOf(log, part, ends)) return { part, erased };
  }
  return null;
}

/**
 * Whether a backup has sealed records that the log has not, as after an older dump was put back. The streams of sealed
 * records that are backed up are kept for ever, so their last record tells.
 * @param ends of all partitions of the log
 */
export async function hasUnknownSealedRecords(
  log: Pick<EventLog, 'read'>,
  { partitions }: Manifest,
  ends: readonly PartitionEnds[],
): Promise<boolean> {
  for (const part of partitions.filter(({ stream }) => streamDefinition(stream).sealed)) {
    const now = ends.find((each) => partitionName(each) === partitionName(part));
    if (now === undefined || !(await hasNewestRecordOf(log, part, now))) return true;
  }
  return false;
}
