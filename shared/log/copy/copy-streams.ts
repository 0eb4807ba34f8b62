import { OperatorError } from '../../errors/errors.ts';
import { isKeptForever, type Partition, partitionName, type StreamName } from '../../events/streams.ts';
import type { EventLog, LogRecord, PartitionEnds, Position } from '../event-log.ts';
import { compareCopiedRecords, differingTopicError } from './compare-copied.ts';

/** Only the copy may write to it. */
export interface CopyTarget extends Pick<EventLog, 'ends' | 'read'> {
  /** As `EventLog.import`. */
  import(records: readonly LogRecord[]): Promise<readonly Position[]>;
}

export interface CopyStreamsOptions {
  /** Must not be written to during the copy. */
  readonly source: Pick<EventLog, 'ends' | 'read'>;
  readonly target: CopyTarget;
  /** Whether `import` keeps the offsets of all records; false by default. */
  readonly keepsOffsets?: boolean;
  readonly streams: readonly StreamName[];
  /** Stops the copy between two batches. Another call continues the copy. */
  readonly signal: AbortSignal;
  /**
   * `offsets` is the progress in the source. Compaction leaves gaps, so it may exceed `records`.
   */
  readonly onCopied: (stream: StreamName, step: { records: number; offsets: number }) => void;
}

export interface CopiedPartition extends Partition {
  readonly records: number;
  /** The first kept and the next offset of the source. */
  readonly sourceStart: number;
  readonly sourceEnd: number;
  /** The next offset of the copy. */
  readonly end: number;
  /** Epoch ms; null without records. */
  readonly lastTime: number | null;
}

/** A batch of one partition is far below the maximum message size of a topic. */
const batchRecords = 500;
const batchBytes = 100 * 1024;

/**
 * Copies streams record by record, in order, with their times. Compares records that the target
 * already has, and reads appended records back.
 *
 * Without `keepsOffsets`, offsets in the copy have no gaps. On streams that are kept for ever,
 * offsets must stay the same.
 * @throws OperatorError when the source lacks a record, or the target holds something else
 */
export async function copyStreams(options: CopyStreamsOptions): Promise<CopiedPartition[]> {
  const copied: CopiedPartition[] = [];
  for (const stream of options.streams) copied.push(...(await copyStream(stream, options)));
  return copied;
}

interface Part {
  readonly ends: PartitionEnds;
  /** The next offset of the target before the copy. */
  readonly targetHad: number;
  sourceNext: number;
  /** The next offset of the copy. */
  targetNext: number;
  copied: number;
  lastTime: number | null;
}

async function copyStream(stream: StreamName, options: CopyStreamsOptions): Promise<CopiedPartition[]> {
  const { source, target, keepsOffsets = false, signal, onCopied } = options;
  const targetEnds = new Map((await target.ends([stream])).map((ends) => [ends.partition, ends.end]));
  const parts = (await source.ends([stream])).map((ends) =>
    startOf(ends, targetEnds.get(ends.partition) ?? 0, keepsOffsets),
  );
  for (let open = parts.filter(isOpen); open.length > 0; open = open.filter(isOpen)) {
    signal.throwIfAborted();
    const batches = await readBatches(source, open, keepsOffsets);
    await append(target, batches);
    await compareCopiedRecords(target, batches);
    for (const { part, records, sourceNext } of batches) {
      onCopied(stream, { records: records.length, offsets: sourceNext - part.sourceNext });
      part.sourceNext = sourceNext;
      part.targetNext = keepsOffsets ? sourceNext : part.targetNext + records.length;
      part.copied += records.length;
      part.lastTime = records.at(-1)?.appendTime ?? part.lastTime;
    }
  }
  return parts.map(toCopied);
}

function startOf(ends: PartitionEnds, targetHad: number, keepsOffsets: boolean): Part {
  const { stream, partition, start } = ends;
  if (start > 0 && isKeptForever(stream)) throw hole(stream, partition, 0);
  const targetNext = keepsOffsets ? start : 0;
  return { ends, targetHad, sourceNext: start, targetNext, copied: 0, lastTime: null };
}

function isOpen({ sourceNext, ends }: Part): boolean {
  return sourceNext < ends.end;
}

interface SourceBatch {
  readonly part: Part;
  readonly records: readonly LogRecord[];
  /** In the target. */
  readonly offsets: readonly number[];
  readonly sourceNext: number;
}

async function readBatches(
  source: CopyStreamsOptions['source'],
  parts: readonly Part[],
  keepsOffsets: boolean,
): Promise<SourceBatch[]> {
  const positions = parts.map(({ ends: { stream, partition }, sourceNext }) => ({
    stream,
    partition,
    offset: sourceNext,
  }));
  const pages = await source.read(positions, { maxRecords: parts.length * batchRecords, waitMs: 0 });
  return parts.map((part, index) => {
    const { stream, partition, end } = part.ends;
    const page = pages[index];
    const records = firstBatchOf(page?.records ?? []);
    if (isKeptForever(stream)) {
      const at = records.findIndex(({ offset }, index) => offset !== part.sourceNext + index);
      if (at >= 0 || records.length === 0) throw hole(stream, partition, part.sourceNext + Math.max(at, 0));
    }
    const last = records.at(-1);
    const offsets = records.map(({ offset }, at) => (keepsOffsets ? offset : part.targetNext + at));
    return { part, records, offsets, sourceNext: last === undefined ? end : last.offset + 1 };
  });
}

/** At least one record, even above the limit of bytes. */
function firstBatchOf(records: readonly LogRecord[]): readonly LogRecord[] {
  let bytes = 0;
  const past = records.slice(0, batchRecords).findIndex(({ value }) => {
    bytes += value?.length ?? 0;
    return bytes > batchBytes;
  });
  return records.slice(0, past < 0 ? batchRecords : Math.max(past, 1));
}

/** Appends the records that the target lacks. */
async function append(target: CopyTarget, batches: readonly SourceBatch[]): Promise<void> {
  const missing = batches.flatMap(({ part, records, offsets }) =>
    records.flatMap((record, at) => {
      const offset = offsets[at] ?? 0;
      return offset < part.targetHad ? [] : [{ record, offset }];
    }),
  );
  if (missing.length === 0) return;
  const positions = await target.import(missing.map(({ record }) => record));
  for (const [index, { record, offset }] of missing.entries()) {
    if (positions[index]?.offset !== offset) throw differingTopicError(record);
  }
}

function toCopied({ ends, targetHad, targetNext, copied, lastTime }: Part): CopiedPartition {
  const { stream, partition, start, end } = ends;
  if (targetHad > targetNext) throw differingTopicError({ stream, partition });
  const source = { sourceStart: start, sourceEnd: end };
  return { stream, partition, records: copied, ...source, end: targetNext, lastTime };
}

function hole(stream: StreamName, partition: number, offset: number): OperatorError {
  return new OperatorError(
    'log_has_a_hole',
    `the log lacks record ${offset} of ${partitionName({ stream, partition })}, which is to be kept for ever: cursors and ids would change in the copy; restore a backup of this hub that has this record`,
  );
}
