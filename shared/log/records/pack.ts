import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type Partition, partitionName, type StreamName } from '../../events/streams.ts';
import type { LogRecord } from '../event-log.ts';
import { decodeColumns } from './record-columns.ts';

/** The records of a partition from `first` on, below `past`. */
export interface Pack extends Partition {
  readonly first: number;
  readonly past: number;
  readonly bytes: Buffer;
}

/** The first byte of a pack. */
const format = 1;
/** For packs that are kept for ever. */
const keptPackLevel = 6;
/** For packs that an import waits for: faster, and a little larger. */
export const fastPackLevel = 2;
/** Far more than any pack has. */
const columnsBytesMax = 32 * 1024 * 1024;
/** Most packs fit into one chunk. */
const chunkSize = 128 * 1024;

export function compressPack(columns: Buffer, level = keptPackLevel): Buffer {
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 };
  return Buffer.concat([Buffer.of(format), zstdCompressSync(columns, { params })]);
}

/** @throws DamagedPack when the bytes are damaged, or too many */
export function columnsOfPack(pack: Pack): Buffer {
  try {
    if (pack.bytes[0] !== format) throw new Error('not a pack of a known format');
    return zstdDecompressSync(pack.bytes.subarray(1), { maxOutputLength: columnsBytesMax, chunkSize });
  } catch (error) {
    throw new DamagedPack(pack, error);
  }
}

/**
 * @param columns the result of `columnsOfPack`, if the caller has it already
 * @throws DamagedPack
 */
export function recordsOfPack(pack: Pack, columns = columnsOfPack(pack)): LogRecord[] {
  const { first, past } = pack;
  try {
    const records = decodeColumns(pack, columns);
    const isWhole = records.length === past - first && records[0]?.offset === first;
    if (!isWhole) throw new Error('the pack holds other records than its offsets say');
    return records;
  } catch (error) {
    throw new DamagedPack(pack, error);
  }
}

export class DamagedPack extends Error {
  override readonly name = 'DamagedPack';
  readonly stream: StreamName;
  readonly records: number;

  constructor(pack: Pack, cause: unknown) {
    const { first, past } = pack;
    const what = `records ${first} to ${past - 1} of ${partitionName(pack)}`;
    super(`${what} cannot be read, since their pack is damaged`, { cause });
    this.stream = pack.stream;
    this.records = past - first;
  }
}
