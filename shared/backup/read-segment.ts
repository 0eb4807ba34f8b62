import { OperatorError } from '../errors.ts';
import type { Partition } from '../events/streams.ts';
import type { LogRecord } from '../log/event-log.ts';
import type { BackupFolder } from './backup-folder.ts';
import type { BackupPartition, BackupSegment } from './manifest.ts';
import { recordBlocks, unpackSegment } from './segment-content.ts';

/** Far above what the bounds of a segment lead to, with one record of the largest size. */
const unpackedBytesMax = 128 * 1024 * 1024;

/** What a segment holds, compressed no more. @throws OperatorError when it is not what the manifest names */
export async function readSegmentContent(folder: BackupFolder, segment: BackupSegment): Promise<Buffer> {
  const packed = await folder.readSegment(segment);
  return unpackSegment(packed, unpackedBytesMax).catch((error: unknown) => {
    throw damaged(segment, 'cannot be read: take another backup', error);
  });
}

/** @throws OperatorError when the segment is not what the manifest names */
export async function readSegmentRecords(
  folder: BackupFolder,
  partition: Partition,
  segment: BackupSegment,
): Promise<LogRecord[]> {
  const blocks: LogRecord[][] = [];
  for await (const block of readSegmentBlocks(folder, partition, segment)) blocks.push(block);
  return blocks.flat();
}

/** The records of a partition from an offset on, block by block: taken apart, 10,000 of a segment would be 8 MB. */
export async function* readPartitionBlocks(
  folder: BackupFolder,
  part: BackupPartition,
  offset: number,
): AsyncGenerator<LogRecord[]> {
  for (const segment of part.segments.filter(({ to }) => to > offset)) {
    for await (const block of readSegmentBlocks(folder, part, segment)) {
      const first = block.findIndex((record) => record.offset >= offset);
      if (first >= 0) yield first === 0 ? block : block.slice(first);
    }
  }
}

async function* readSegmentBlocks(
  folder: BackupFolder,
  partition: Partition,
  segment: BackupSegment,
): AsyncGenerator<LogRecord[]> {
  const content = await readSegmentContent(folder, segment);
  let records = 0;
  for (const block of readableBlocks(segment, recordBlocks(partition, content))) {
    records += block.length;
    const isWithin = block.every(({ offset }) => offset >= segment.from && offset < segment.to);
    if (!isWithin || records > segment.records) throw otherRecords(segment);
    yield block;
  }
  if (records < segment.records) throw otherRecords(segment);
}

function* readableBlocks(segment: BackupSegment, blocks: Iterable<LogRecord[]>): Generator<LogRecord[]> {
  try {
    yield* blocks;
  } catch (error) {
    throw damaged(segment, 'cannot be read: take another backup', error);
  }
}

function otherRecords(segment: BackupSegment): OperatorError {
  return damaged(segment, 'holds other records than its manifest says');
}

function damaged({ file }: BackupSegment, what: string, cause?: unknown): OperatorError {
  return new OperatorError('segment_damaged', `segments/${file} ${what}`, { cause });
}
