import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { partitionName, type StreamName } from '../../events/streams.ts';
import type { LogRecord } from '../event-log.ts';
import { unpackColumns } from './record-columns.ts';

/** A row of the packs: the records of a partition from `first` on, below `past`. */
export interface Pack {
  readonly stream: StreamName;
  readonly partition: number;
  readonly first: number;
  readonly past: number;
  readonly bytes: Buffer;
}

/** The first byte of a pack, so that the format can change later. */
const format = 1;
/** The level of packs that are written once and kept for ever: 250 records take 1 ms. */
const levelKept = 6;
/** The level of packs that an import waits for: 250 records take 0.15 ms, and are 2 to 9 % larger. */
export const levelFast = 2;
/** Most bytes that a pack is unpacked to. No pack has so many: an event has 20 kB at most. */
const columnsBytesMax = 32 * 1024 * 1024;
/** Bytes that zstd unpacks in one step: most packs as a whole. By default it takes a step for each 16 KB. */
const chunkSize = 128 * 1024;

/** Columns of records, as of `record-columns.ts`, as the bytes of a pack. */
export function packedBytes(columns: Buffer, level = levelKept): Buffer {
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 };
  return Buffer.concat([Buffer.of(format), zstdCompressSync(columns, { params })]);
}

/** The columns of a pack. @throws DamagedPack when its bytes are not what was written, or would become too many */
export function columnsOfPack(pack: Pack): Buffer {
  try {
    if (pack.bytes[0] !== format) throw new Error('not a pack of a known format');
    return zstdDecompressSync(pack.bytes.subarray(1), { maxOutputLength: columnsBytesMax, chunkSize });
  } catch (error) {
    throw new DamagedPack(pack, error);
  }
}

/** The records of a pack, whose columns may have been opened already. @throws DamagedPack */
export function recordsOfPack(pack: Pack, columns = columnsOfPack(pack)): LogRecord[] {
  const { first, past } = pack;
  try {
    const records = unpackColumns(pack, columns);
    const isWhole = records.length === past - first && records[0]?.offset === first;
    if (!isWhole) throw new Error('it holds other records than its row says');
    return records;
  } catch (error) {
    throw new DamagedPack(pack, error);
  }
}

/** Records cannot be read, since their pack is not what was written. */
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
