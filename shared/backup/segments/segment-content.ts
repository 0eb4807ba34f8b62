import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { Partition } from '../../events/streams.ts';
import type { PackBytes } from '../../log/event-log.ts';
import { blockOfColumns, blockOfPack, type RecordBlock } from '../../log/records/record-block.ts';
import { splitColumnBlocks } from '../../log/records/record-columns.ts';
import type { BackupSegment } from '../folder/manifest.ts';

const decompress = promisify(zstdDecompress);

/** A higher level is much slower, and makes columns only a little smaller. */
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  // A whole segment in one step.
  chunkSize: 1024 * 1024,
};

/** A segment that is compressed as a whole begins with 28 b5 2f fd. */
const packsMark = Buffer.from('pack');
/** Before each pack: its number of records, and its number of bytes. */
const packHeaderBytes = 8;

/**
 * The same columns and the same release of Node give the same bytes. Synchronous, because a thread
 * costs more.
 */
export function segmentOfColumns(columns: Buffer): Buffer {
  return zstdCompressSync(columns, compression);
}

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

export function holdsPacks(segment: Buffer): boolean {
  return segment.subarray(0, packsMark.length).equals(packsMark);
}

/** Unchanged packs, or decompressed bytes. @throws for other bytes, or more than `bytesMax` */
export async function unpackSegment(bytes: Buffer, bytesMax: number): Promise<Buffer> {
  if (holdsPacks(bytes)) return bytes;
  return decompress(bytes, { maxOutputLength: bytesMax, chunkSize: compression.chunkSize });
}

/**
 * Format 2 has columns, and format 3 has packs.
 * @throws for other content
 */
export function segmentBlocks(
  partition: Partition,
  { from }: Pick<BackupSegment, 'from'>,
  content: Buffer,
): Iterable<RecordBlock> {
  if (holdsPacks(content)) return packBlocks(partition, from, content);
  return blocksOfColumns(partition, content);
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

/** @throws when the bytes are no columns of records */
export function* blocksOfColumns(partition: Partition, columns: Buffer): Generator<RecordBlock> {
  for (const block of splitColumnBlocks(columns)) yield blockOfColumns(partition, block);
}
