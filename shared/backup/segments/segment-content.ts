import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { Partition } from '../../events/streams.ts';
import type { PackBytes } from '../../log/event-log.ts';
import { blockOfColumns, blockOfPack, type RecordBlock } from '../../log/records/record-block.ts';
import { encodeColumns, recordsPerBlock, splitColumnBlocks } from '../../log/records/record-columns.ts';
import type { BackupSegment } from '../folder/manifest.ts';
import { RecordLine, recordOfLine } from '../folder/record-lines.ts';

const decompress = promisify(zstdDecompress);

/** Level 1 takes 0.4 us a record. At level 6, which takes 2.3 us, columns are 3 % smaller. */
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  // A segment in one step; by default it takes one for each 16 KB.
  chunkSize: 1024 * 1024,
};

/** What a segment of packs begins with; one that is compressed as a whole begins with 28 b5 2f fd. */
const packsMark = Buffer.from('pack');
/** Before each pack: how many records it has, and how many bytes. */
const packHeaderBytes = 8;

/**
 * The bytes of a segment: the same for the same columns on the same release of Node. It holds the event loop for 4 ms; in
 * a thread of the pool it took 1.1 us more for each record.
 */
export function segmentOfColumns(columns: Buffer): Buffer {
  return zstdCompressSync(columns, compression);
}

/** The bytes of a segment that holds packs end to end, as a log has them: a restore takes them as they are. */
export function segmentOfPacks(packs: readonly PackBytes[]): Buffer {
  return Buffer.concat([
    packsMark,
    ...packs.flatMap(({ records, bytes }) => {
      const header = Buffer.alloc(packHeaderBytes);
      header.writeUInt32BE(records, 0);
      header.writeUInt32BE(bytes.length, 4);
      return [header, bytes];
    }),
  ]);
}

/** Whether these bytes of a segment are packs. */
export function holdsPacks(segment: Buffer): boolean {
  return segment.subarray(0, packsMark.length).equals(packsMark);
}

/** What a segment holds: packs as they are, anything else decompressed. @throws when it is none, or more than `bytesMax` */
export async function unpackSegment(bytes: Buffer, bytesMax: number): Promise<Buffer> {
  if (holdsPacks(bytes)) return bytes;
  return decompress(bytes, { maxOutputLength: bytesMax, chunkSize: compression.chunkSize });
}

/**
 * The blocks of what a segment holds, each found when it is asked for: packs; columns, of what was not packed and in backups
 * of format 2; or lines of JSON, in those of format 1. @throws when it is none of these
 */
export function segmentBlocks(
  partition: Partition,
  { from }: Pick<BackupSegment, 'from'>,
  content: Buffer,
): Iterable<RecordBlock> {
  if (holdsPacks(content)) return packBlocks(partition, from, content);
  const isLines = content.at(0) === '{'.charCodeAt(0);
  return isLines ? lineBlocks(partition, content) : blocksOfColumns(partition, content);
}

function* packBlocks(partition: Partition, from: number, content: Buffer): Generator<RecordBlock> {
  let first = from;
  for (let at = packsMark.length; at < content.length; ) {
    const [records, length] = [content.readUInt32BE(at), content.readUInt32BE(at + 4)];
    const start = at + packHeaderBytes;
    at = start + length;
    if (at > content.length) throw new Error('a pack is cut off');
    yield blockOfPack(partition, first, { records, bytes: content.subarray(start, at) });
    first += records;
  }
}

/** The blocks of columns. @throws when these are no columns of records */
export function* blocksOfColumns(partition: Partition, columns: Buffer): Generator<RecordBlock> {
  for (const block of splitColumnBlocks(columns)) yield blockOfColumns(partition, block);
}

function* lineBlocks(partition: Partition, content: Buffer): Generator<RecordBlock> {
  const lines = content.toString('utf8').split('\n');
  for (let from = 0; from < lines.length; from += recordsPerBlock) {
    const block = lines.slice(from, from + recordsPerBlock);
    const records = block.map((line) => recordOfLine(partition, RecordLine.parse(JSON.parse(line))));
    yield* blocksOfColumns(partition, encodeColumns(records));
  }
}
