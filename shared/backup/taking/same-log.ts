import { isKeptForever, partitionName, streamDefinition } from '../../events/streams.ts';
import type { EventLog, PartitionEnds } from '../../log/event-log.ts';
import { readRecordAt } from '../../log/reading/read-record-at.ts';
import type { BackupList, ListedBackup } from '../folder/list-backups.ts';
import type { BackupPartition, Manifest } from '../folder/manifest.ts';

/**
 * Whether the log still has the newest record of a backup. A log that was restored since may have
 * another record there. Compaction removes the record when a newer record has its key. A compacted
 * partition then counts as the same log if it has records after the backup.
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

/** The id of the record before the end; null for a compacted record and an empty partition. */
export async function readLastRecordId(
  log: Pick<EventLog, 'read'>,
  { stream, partition, start, end }: PartitionEnds,
): Promise<string | null> {
  if (end <= start) return null;
  const record = await readRecordAt(log, { stream, partition, offset: end - 1 });
  return record?.recordId ?? null;
}

/** A partition in a backup, and the erased subjects whose values its segments lack. */
export interface ContinuedPartition {
  readonly part: BackupPartition;
  readonly erased: readonly string[];
  /** Whether the manifest is authentic. */
  readonly isTrusted: boolean;
}

/**
 * The partition in the backup of the same log that has the most records; null without such a
 * backup. The time of a backup does not count: the clock may have been ahead, or an older dump may
 * have been restored. Unsigned backups count only without an authentic backup of the same log.
 */
export async function findPartitionToContinue(
  log: Pick<EventLog, 'read'>,
  ends: PartitionEnds,
  { backups, unsigned }: Pick<BackupList, 'backups' | 'unsigned'>,
): Promise<ContinuedPartition | null> {
  const trusted = await findFurthest(log, ends, backups);
  if (trusted !== null) return { ...trusted, isTrusted: true };
  const found = await findFurthest(log, ends, unsigned);
  return found === null ? null : { ...found, isTrusted: false };
}

async function findFurthest(
  log: Pick<EventLog, 'read'>,
  ends: PartitionEnds,
  backups: readonly ListedBackup[],
): Promise<Omit<ContinuedPartition, 'isTrusted'> | null> {
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
 * Whether a backup has sealed records that the log lacks, as after the restore of an older dump.
 * Only streams that are kept for ever count, because each account and member has records in them.
 * The last record of a partition decides.
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
