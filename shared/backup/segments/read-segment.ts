import { OperatorError } from '../../errors/errors.ts';
import type { Partition } from '../../events/streams.ts';
import type { LogRecord } from '../../log/event-log.ts';
import { DamagedPack } from '../../log/records/pack.ts';
import type { RecordBlock } from '../../log/records/record-block.ts';
import type { BackupFolder } from '../folder/backup-folder.ts';
import type { BackupPartition, BackupSegment } from '../folder/manifest.ts';
import { segmentBlocks, unpackSegment } from './segment-content.ts';

/** Far above the size of any segment. */
const unpackedBytesMax = 128 * 1024 * 1024;

/** @throws OperatorError when the segment differs from the manifest */
export async function readSegmentContent(folder: BackupFolder, segment: BackupSegment): Promise<Buffer> {
  const packed = await folder.readSegment(segment);
  return unpackSegment(packed, unpackedBytesMax).catch((error: unknown) => {
    throw unreadableSegment(segment, error);
  });
}

/** @throws OperatorError when the segment differs from the manifest */
export async function readSegmentRecords(
  folder: BackupFolder,
  partition: Partition,
  segment: BackupSegment,
): Promise<LogRecord[]> {
  const blocks: LogRecord[][] = [];
  for await (const block of readSegmentBlocks(folder, partition, segment)) blocks.push(block.unpack());
  return blocks.flat();
}

/** Decodes block by block, because a decoded segment is large. */
export async function* readPartitionBlocks(
  folder: BackupFolder,
  part: BackupPartition,
  offset: number,
): AsyncGenerator<LogRecord[]> {
  for (const segment of part.segments.filter(({ to }) => to > offset)) {
    for await (const block of readSegmentBlocks(folder, part, segment)) {
      // An earlier pack need not be opened.
      if (block.pack !== null && block.first + block.records <= offset) continue;
      const records = block.unpack();
      const first = records.findIndex((record) => record.offset >= offset);
      if (first >= 0) yield records.slice(first);
    }
  }
}

/** @throws OperatorError when the segment differs from the manifest */
export async function* readSegmentBlocks(
  folder: BackupFolder,
  partition: Partition,
  segment: BackupSegment,
): AsyncGenerator<RecordBlock> {
  const content = await readSegmentContent(folder, segment);
  let records = 0;
  for (const block of readableBlocks(segment, segmentBlocks(partition, segment, content))) {
    records += block.records;
    if (!isWithin(segment, block) || records > segment.records) throw otherRecords(segment);
    yield readableBlock(segment, block);
  }
  if (records < segment.records) throw otherRecords(segment);
}

function isWithin({ from, to }: BackupSegment, block: RecordBlock): boolean {
  if (block.pack !== null) return block.records > 0 && block.first + block.records <= to;
  return block.columns().offsets.every((offset) => offset >= from && offset < to);
}

function* readableBlocks(segment: BackupSegment, blocks: Iterable<RecordBlock>): Generator<RecordBlock> {
  try {
    yield* blocks;
  } catch (error) {
    throw unreadableSegment(segment, error);
  }
}

/** The error of a damaged pack then names the segment. */
function readableBlock(segment: BackupSegment, block: RecordBlock): RecordBlock {
  if (block.pack === null) return block;
  const named = <Result>(open: () => Result): Result => {
    try {
      return open();
    } catch (error) {
      throw error instanceof DamagedPack ? unreadableSegment(segment, error) : error;
    }
  };
  return { ...block, columns: () => named(block.columns), unpack: () => named(block.unpack) };
}

function unreadableSegment(segment: BackupSegment, cause: unknown): OperatorError {
  return damaged(segment, 'cannot be read: use another backup', cause);
}

function otherRecords(segment: BackupSegment): OperatorError {
  return damaged(segment, 'contains other records than its manifest says: use another backup');
}

function damaged({ file }: BackupSegment, what: string, cause?: unknown): OperatorError {
  return new OperatorError('segment_damaged', `segments/${file} ${what}`, { cause });
}
