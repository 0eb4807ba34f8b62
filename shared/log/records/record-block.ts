import type { Partition } from '../../events/streams.ts';
import type { LogRecord, PackBytes } from '../event-log.ts';
import { columnsOfPack, DamagedPack, recordsOfPack } from './pack.ts';
import { type ColumnBlock, decodeColumns, recordsPerBlock, splitColumnBlocks } from './record-columns.ts';

/** Consecutive records of one partition, decoded only as far as a caller asks. */
export interface RecordBlock {
  /** The offset of the first record. */
  readonly first: number;
  readonly records: number;
  /** Bytes of the pack if there is a pack, else of the columns. */
  readonly size: number;
  /** The pack that the block was created from, null if the block was created from columns. */
  readonly pack: Buffer | null;
  /** @throws DamagedPack */
  columns(): ColumnBlock;
  /** @throws DamagedPack */
  unpack(): LogRecord[];
}

export function blockOfColumns(partition: Partition, columns: ColumnBlock): RecordBlock {
  const { bytes, offsets } = columns;
  return {
    first: offsets[0] ?? 0,
    records: offsets.length,
    size: bytes.length,
    pack: null,
    columns: () => columns,
    unpack: () => decodeColumns(partition, bytes),
  };
}

export function blockOfPack(
  { stream, partition }: Partition,
  first: number,
  { records, bytes }: PackBytes,
): RecordBlock {
  const pack = { stream, partition, first, past: first + records, bytes };
  return {
    first,
    records,
    size: bytes.length,
    pack: bytes,
    columns: () => {
      const opened = columnsOfPack(pack);
      try {
        const [columns, ...others] = splitColumnBlocks(opened);
        const isExpected =
          columns?.offsets[0] === first && columns.offsets.length === records && others.length === 0;
        if (!isExpected) throw new Error('the pack holds other records than expected');
        return columns;
      } catch (error) {
        throw new DamagedPack(pack, error);
      }
    },
    unpack: () => recordsOfPack(pack),
  };
}

/** Whether the block starts where a pack can start, and has as many records as a pack. */
export function fillsPack({ first, records }: RecordBlock): boolean {
  return first % recordsPerBlock === 0 && records === recordsPerBlock;
}
