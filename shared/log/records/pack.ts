import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { partitionName, type StreamName } from '../../events/streams.ts';
import type { LogRecord } from '../event-log.ts';
import { decodeColumns } from './record-columns.ts';

/** A stored pack: the records of a partition from `first` on, below `past`. */
export interface Pack {
  readonly stream: StreamName;
  readonly partition: number;
  readonly first: number;
  readonly past: number;
  readonly bytes: Buffer;
}

/** The first byte of a pack, so that the format can change later. */
const format = 1;
/** The zstd level of packs that are written once and kept for ever. */
const keptPackLevel = 6;
/** The zstd level of packs that an import waits for: faster, and a little larger. */
export const fastPackLevel = 2;
/** The most bytes of an unpacked pack, far more than any pack has. */
const columnsBytesMax = 32 * 1024 * 1024;
/** The bytes of one zstd step, so that most packs need one step. */
const chunkSize = 128 * 1024;

/** Compresses columns of `record-columns.ts` to the bytes of a pack. */
export function compressPack(columns: Buffer, level = keptPackLevel): Buffer {
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 };
  return Buffer.concat([Buffer.of(format), zstdCompressSync(columns, { params })]);
}

/** The columns of a pack. @throws DamagedPack when the bytes are damaged, or too many */
export function columnsOfPack(pack: Pack): Buffer {
  try {
    if (pack.bytes[0] !== format) throw new Error('not a pack of a known format');
    return zstdDecompressSync(pack.bytes.subarray(1), { maxOutputLength: columnsBytesMax, chunkSize });
  } catch (error) {
    throw new DamagedPack(pack, error);
  }
}

/**
 * The records of a pack. @param columns the columns, when they are open already @throws DamagedPack
 */
export function recordsOfPack(pack: Pack, columns = columnsOfPack(pack)): LogRecord[] {
  const { first, past } = pack;
  try {
    const records = decodeColumns(pack, columns);
    const isWhole = records.length === past - first && records[0]?.offset === first;
    if (!isWhole) throw new Error('the pack holds other records than its row says');
    return records;
  } catch (error) {
    throw new DamagedPack(pack, error);
  }
}

/** Records cannot be read, because their pack is damaged. */
export class DamagedPack extends Error {
  override readonly name = 'DamagedPack';
  readonly stream: StreamName;
  readonly records: number;

  constructor(pack: Pack, cause: unknown) {
    const { first, past } = pack;
    super(
      `records ${first} to ${past - 1} of ${partitionName(pack)} cannot be read, since their pack is damaged`,
      {
        cause,
      },
    );
    this.stream = pack.stream;
    this.records = past - first;
  }
}
