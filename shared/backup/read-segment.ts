import { OperatorError } from '../errors.ts';
import type { Partition } from '../events/streams.ts';
import type { LogRecord } from '../log/event-log.ts';
import { type ColumnBlock, unpackColumns } from '../log/record-columns.ts';
import type { BackupFolder } from './backup-folder.ts';
import type { BackupPartition, BackupSegment } from './manifest.ts';
import { segmentBlocks, unpackSegment } from './segment-content.ts';

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
  for await (const { bytes } of readSegmentBlocks(folder, partition, segment)) {
    blocks.push(unpackColumns(partition, bytes));
  }
  return blocks.flat();
}

/** The records of a partition from an offset on, block by block: taken apart, 10,000 of a segment would be 8 MB. */
export async function* readPartitionBlocks(
  folder: BackupFolder,
  part: BackupPartition,
  offset: number,
): AsyncGenerator<LogRecord[]> {
  for (const segment of part.segments.filter(({ to }) => to > offset)) {
    for await (const { bytes, offsets } of readSegmentBlocks(folder, part, segment)) {
      const first = offsets.findIndex((each) => each >= offset);
      if (first >= 0) yield unpackColumns(part, bytes).slice(first);
    }
  }
}

/** The blocks of a segment, one after another. @throws OperatorError when it is not what the manifest names */
export async function* readSegmentBlocks(
  folder: BackupFolder,
  partition: Partition,
  segment: BackupSegment,
): AsyncGenerator<ColumnBlock> {
  const content = await readSegmentContent(folder, segment);
  let records = 0;
  for (const block of readableBlocks(segment, segmentBlocks(partition, content))) {
    records += block.offsets.length;
    const isWithin = block.offsets.every((offset) => offset >= segment.from && offset < segment.to);
    if (!isWithin || records > segment.records) throw otherRecords(segment);
    yield block;
  }
  if (records < segment.records) throw otherRecords(segment);
}

function* readableBlocks(segment: BackupSegment, blocks: Iterable<ColumnBlock>): Generator<ColumnBlock> {
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
