import { isDeepStrictEqual } from 'node:util';
import { OperatorError } from '../../errors/errors.ts';
import type { Partition } from '../../events/streams.ts';
import { partitionOf } from '../../events/streams.ts';
import type { EventLog, LogRecord } from '../../log/event-log.ts';
import { withoutValuesOf } from '../../log/records/read-columns-from-records.ts';
import type { BackupFolder } from '../folder/backup-folder.ts';
import type { BackupPartition, BackupSegment } from '../folder/manifest.ts';
import { readSegmentRecords } from '../segments/read-segment.ts';

export interface AdoptOptions {
  readonly folder: BackupFolder;
  readonly log: Pick<EventLog, 'read'>;
  readonly erased: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

const recordsPerRead = 1_000;

/**
 * Only segments that hold exactly the records of the log. Leaves out segments after a gap, because
 * an unsigned manifest may leave records out.
 * @throws OperatorError when the folder fails; LogUnavailable
 */
export async function findSegmentsOfLog(options: AdoptOptions, part: BackupPartition): Promise<Set<string>> {
  const same = new Set<string>();
  let past: number | null = null;
  for (const segment of part.segments) {
    options.signal.throwIfAborted();
    if (past !== null && segment.from !== past) break;
    if (await isOfLog(options, part, segment)) same.add(segment.file);
    past = segment.to;
  }
  return same;
}

async function isOfLog(
  options: AdoptOptions,
  partition: Partition,
  segment: BackupSegment,
): Promise<boolean> {
  const { folder, log, signal, erased } = options;
  const saved = await readIfWhole(folder, partition, segment);
  if (saved === null) return false;
  const here = new Set(
    [...erased].filter((subject) => partitionOf(partition.stream, subject) === partition.partition),
  );
  const unread = [...withoutValuesOf(saved, here).records].reverse();
  const { stream, partition: number } = partition;
  for (let offset = segment.from; offset < segment.to; ) {
    signal.throwIfAborted();
    const place = { stream, partition: number, offset };
    const [page] = await log.read([place], { maxRecords: recordsPerRead, waitMs: 0 });
    const records = page?.records.filter((record) => record.offset < segment.to) ?? [];
    for (const record of withoutValuesOf(records, here).records) {
      if (!isDeepStrictEqual(unread.pop(), record)) return false;
    }
    const last = records.at(-1);
    if (last === undefined) break;
    offset = last.offset + 1;
  }
  return unread.length === 0;
}

async function readIfWhole(
  folder: BackupFolder,
  partition: Partition,
  segment: BackupSegment,
): Promise<LogRecord[] | null> {
  try {
    return await readSegmentRecords(folder, partition, segment);
  } catch (error) {
    const isDamaged = error instanceof OperatorError && error.code === 'segment_damaged';
    // A file that the disk cannot read is written again, like a damaged file.
    if (isDamaged || (error instanceof OperatorError && error.code === 'backup_dir_failed')) return null;
    throw error;
  }
}
