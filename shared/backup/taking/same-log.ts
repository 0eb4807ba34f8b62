import { isKeptForever, partitionName, streamDefinition } from '../../events/streams.ts';
import type { EventLog, PartitionEnds } from '../../log/event-log.ts';
import { readRecordAt } from '../../log/reading/read-record-at.ts';
import type { ListedBackup } from '../folder/list-backups.ts';
import type { BackupPartition, Manifest } from '../folder/manifest.ts';

/**
 * A log that was restored since may have another record there. If compaction removed the record, a
 * partition with later records counts as the same log.
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

/** Null for a compacted record and an empty partition. */
export async function readLastRecordId(
  log: Pick<EventLog, 'read'>,
  { stream, partition, start, end }: PartitionEnds,
): Promise<string | null> {
  if (end <= start) return null;
  const record = await readRecordAt(log, { stream, partition, offset: end - 1 });
  return record?.recordId ?? null;
}

/** `erased` names the subjects whose values the segments lack. */
export interface ContinuedPartition {
  readonly part: BackupPartition;
  readonly erased: readonly string[];
}

/**
 * Takes the backup of the same log with the most records. The newest backup may have fewer: a clock
 * was ahead, or an older dump was restored.
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
  const checked = new Set<string>();
  for (const { part, erased } of before.toSorted((one, other) => other.part.end - one.part.end)) {
    const state = `${part.end} ${part.last_id}`;
    if (checked.has(state)) continue;
    checked.add(state);
    if (await hasNewestRecordOf(log, part, ends)) return { part, erased };
  }
  return null;
}

/**
 * True after the restore of an older dump. Checks the last records of streams kept for ever, which
 * have records of each account and member.
 * @param ends the ends of all partitions of the log
 */
export async function hasUnknownSealedRecords(
  log: Pick<EventLog, 'read'>,
  { partitions }: Manifest,
  ends: readonly PartitionEnds[],
): Promise<boolean> {
  const sealed = partitions.filter(({ stream }) => streamDefinition(stream).sealed && isKeptForever(stream));
  for (const part of sealed) {
    const now = ends.find((each) => partitionName(each) === partitionName(part));
    if (now === undefined || !(await hasNewestRecordOf(log, part, now))) return true;
  }
  return false;
}
