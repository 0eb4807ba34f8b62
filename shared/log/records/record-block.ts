import type { Partition } from '../../events/streams.ts';
import type { LogRecord, PackBytes } from '../event-log.ts';
import { columnsOfPack, DamagedPack, recordsOfPack } from './pack.ts';
import { blockRecords, type ColumnBlock, columnBlocks, unpackColumns } from './record-columns.ts';

/** Consecutive records of one partition to be copied, taken apart no further than somebody asks. */
export interface RecordBlock {
  /** The offset of the first. */
  readonly first: number;
  /** How many. */
  readonly records: number;
  /** As they are stored, of all records. */
  readonly size: number;
  /** The bytes of a pack that holds exactly these records; null where they are columns. */
  readonly pack: Buffer | null;
  /** @throws DamagedPack */
  columns(): ColumnBlock;
  /** @throws DamagedPack */
  unpack(): LogRecord[];
}

/** A block that is columns already. */
export function blockOfColumns(partition: Partition, columns: ColumnBlock): RecordBlock {
  const { bytes, offsets } = columns;
  return {
    first: offsets[0] ?? 0,
    records: offsets.length,
    size: bytes.length,
    pack: null,
    columns: () => columns,
    unpack: () => unpackColumns(partition, bytes),
  };
}

/** A block of the records from `first` on, which a log packed. */
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
        const [columns, ...others] = columnBlocks(opened);
        const isIt =
          columns?.offsets[0] === first && columns.offsets.length === records && others.length === 0;
        if (!isIt) throw new Error('it holds other records than were expected');
        return columns;
      } catch (error) {
        throw new DamagedPack(pack, error);
      }
    },
    unpack: () => recordsOfPack(pack),
  };
}

/** Whether the block is one of those that a log packs: 250 records from a multiple of it on. */
export function fillsPack({ first, records }: RecordBlock): boolean {
  return first % blockRecords === 0 && records === blockRecords;
}
