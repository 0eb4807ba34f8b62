import { OperatorError } from '../../errors.ts';
import { placeKey, type StreamName, streamDefinition } from '../../events/streams.ts';
import type { EventLog, LogRecord, PartitionEnds } from '../event-log.ts';
import { compareCopied, differs } from './compare-copied.ts';

export interface CopyOptions {
  /** Nobody writes to it meanwhile. */
  readonly source: EventLog;
  /** Nobody else writes to it. */
  readonly target: EventLog;
  readonly streams: readonly StreamName[];
  /** Ends it between two batches; what was copied stays, for the next call to go on from. */
  readonly signal: AbortSignal;
  /** `offsets`: how far it came in the source, above `records` where compaction left gaps. */
  readonly onCopied: (stream: StreamName, step: { records: number; offsets: number }) => void;
}

/** A partition that is in the target as a whole. */
export interface CopiedPartition {
  readonly stream: StreamName;
  readonly partition: number;
  /** Next offset of the source when all of it was copied, and of the copy. */
  readonly sourceEnd: number;
  readonly end: number;
  /** Of the last record, epoch ms; null when there is none. */
  readonly lastTime: number | null;
}

/** Of one partition and batch: a few batches make a fetch, and none is near what a topic takes. */
const batchRecords = 500;
const batchBytes = 100 * 1024;

/**
 * Copies streams record by record, in order, with their times. A record's offset in the copy is its number among those
 * that the source still has: on streams kept for ever that is its own offset, anything else is refused. What the target
 * has already is compared instead, and what was appended is read back: a copy is what it says, or an error.
 * @throws OperatorError for a hole in the source, and for a target that holds something else
 */
export async function copyStreams(options: CopyOptions): Promise<CopiedPartition[]> {
  const copied: CopiedPartition[] = [];
  for (const stream of options.streams) copied.push(...(await copyStream(stream, options)));
  return copied;
}

interface Part {
  readonly ends: PartitionEnds;
  /** Of the target when the copy began. */
  readonly had: number;
  /** Where to read on in the source. */
  next: number;
  /** Records that are in the target. */
  copied: number;
  lastTime: number | null;
}

async function copyStream(stream: StreamName, options: CopyOptions): Promise<CopiedPartition[]> {
  const { source, target, signal, onCopied } = options;
  const had = new Map((await target.ends([stream])).map((ends) => [ends.partition, ends.end]));
  const parts = (await source.ends([stream])).map((ends) => startOf(ends, had.get(ends.partition) ?? 0));
  for (let open = parts.filter(isOpen); open.length > 0; open = open.filter(isOpen)) {
    signal.throwIfAborted();
    const stretches = await readStretches(source, open);
    const missing = stretches.flatMap(({ part, records }) =>
      records.slice(Math.max(0, part.had - part.copied)),
    );
    await append(target, stretches, missing);
    await compareCopied(
      target,
      stretches.map(({ part, records }) => ({ from: part.copied, records })),
    );
    for (const { part, records, next } of stretches) {
      onCopied(stream, { records: records.length, offsets: next - part.next });
      part.next = next;
      part.copied += records.length;
      part.lastTime = records.at(-1)?.appendTime ?? part.lastTime;
    }
  }
  return parts.map(toCopied);
}

function startOf(ends: PartitionEnds, had: number): Part {
  const { stream, partition, start } = ends;
  if (start > 0 && isForever(stream)) throw hole(stream, partition, 0);
  return { ends, had, next: start, copied: 0, lastTime: null };
}

function isOpen({ next, ends }: Part): boolean {
  return next < ends.end;
}

function isForever(stream: StreamName): boolean {
  return streamDefinition(stream).kept.policy === 'forever';
}

/** Records that follow each other in a partition of the source, and where the next are. */
interface Stretch {
  readonly part: Part;
  readonly records: readonly LogRecord[];
  readonly next: number;
}

async function readStretches(source: EventLog, parts: readonly Part[]): Promise<Stretch[]> {
  const places = parts.map(({ ends: { stream, partition }, next }) => ({ stream, partition, offset: next }));
  const pages = await source.read(places, { maxRecords: parts.length * batchRecords, waitMs: 0 });
  return parts.map((part, index) => {
    const { stream, partition, end } = part.ends;
    const page = pages[index];
    const records = cut(page?.records ?? []);
    if (isForever(stream)) {
      const at = records.findIndex(({ offset }, place) => offset !== part.next + place);
      if (at >= 0 || records.length === 0) throw hole(stream, partition, part.next + Math.max(at, 0));
    }
    const last = records.at(-1);
    return { part, records, next: last === undefined ? end : last.offset + 1 };
  });
}

/** The first records, at least one. */
function cut(records: readonly LogRecord[]): readonly LogRecord[] {
  let bytes = 0;
  const past = records.slice(0, batchRecords).findIndex(({ value }) => {
    bytes += value?.length ?? 0;
    return bytes > batchBytes;
  });
  return records.slice(0, past < 0 ? batchRecords : Math.max(past, 1));
}

async function append(
  target: EventLog,
  stretches: readonly Stretch[],
  missing: readonly LogRecord[],
): Promise<void> {
  if (missing.length === 0) return;
  const placeOf = new Map<LogRecord, number>();
  for (const { part, records } of stretches) {
    for (const [index, record] of records.entries()) placeOf.set(record, part.copied + index);
  }
  const positions = await target.import(missing);
  for (const [index, record] of missing.entries()) {
    if (positions[index]?.offset !== placeOf.get(record)) throw differs(record);
  }
}

function toCopied({ ends: { stream, partition, end }, had, copied, lastTime }: Part): CopiedPartition {
  if (had > copied) throw differs({ stream, partition });
  return { stream, partition, sourceEnd: end, end: copied, lastTime };
}

function hole(stream: StreamName, partition: number, offset: number): OperatorError {
  return new OperatorError(
    'log_has_a_hole',
    `the log lacks record ${offset} of ${placeKey({ stream, partition })}, which is to be kept for ever: cursors and ids would not outlive the copy; restore a backup of this hub that has it`,
  );
}
