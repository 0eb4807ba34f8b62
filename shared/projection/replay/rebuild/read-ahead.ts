import { partitionName } from '../../../events/streams.ts';
import type { LogRecord, Page, PartitionEnds, ReadPosition } from '../../../log/event-log.ts';
import type { Journal } from '../../../log/journal.ts';
import { requireCompleteLog } from './require-complete-log.ts';
import type { RecordRange } from './split-into-pages.ts';

export interface Chunk {
  readonly ranges: readonly RecordRange[];
  readonly records: number;
  /** Bytes of all values. */
  readonly bytes: number;
  /** Offsets by which the reading moved; above `records` where compaction left gaps. */
  readonly offsets: number;
}

/** Bytes of values in one chunk, and in the chunks of one transaction. */
export const chunkBytesMax = 12 * 1024 * 1024;
/**
 * Limits the partitions that are read at once, because each holds a pack or a block of a backup in
 * memory.
 */
const partitionRecordsMin = 1_000;

export interface ReadAheadOptions {
  readonly recordsOfNext: () => number;
  /** Whether the next chunk is read while the last chunk is written. Then both are in memory. */
  readonly aheadNow: () => boolean;
}

export function createReadAhead(
  journal: Journal,
  places: readonly ReadPosition[],
  ends: readonly PartitionEnds[],
  { recordsOfNext, aheadNow }: ReadAheadOptions,
): { next(): Promise<Chunk | null> } {
  const endOf = new Map(ends.map((each) => [partitionName(each), each.end]));
  const isOpen = (place: ReadPosition) => place.offset < (endOf.get(partitionName(place)) ?? 0);
  let open = places.filter(isOpen);
  let ahead: Promise<Chunk | null> | null = null;

  async function readChunk(): Promise<Chunk | null> {
    const chunkRecords = recordsOfNext();
    const read = new Map<string, { place: ReadPosition; records: LogRecord[] }>();
    let count = 0;
    let bytes = 0;
    let offsets = 0;
    while (open.length > 0 && count < chunkRecords && bytes < chunkBytesMax) {
      const few = open.slice(0, Math.ceil(chunkRecords / partitionRecordsMin));
      const pages = await journal.log.read(few, { maxRecords: chunkRecords - count, waitMs: 0 });
      const next: ReadPosition[] = [];
      for (const [index, place] of few.entries()) {
        const page = pages[index];
        if (page === undefined) throw new Error('the log answered fewer pages than places');
        requireCompleteLog(page, place.offset);
        const key = partitionName(place);
        const range = read.get(key) ?? { place, records: [] };
        read.set(key, range);
        for (const record of page.records) {
          range.records.push(record);
          bytes += record.value?.length ?? 0;
        }
        count += page.records.length;
        const to = positionAfter(page, place);
        offsets += to - place.offset;
        const moved = { ...place, offset: to };
        if (isOpen(moved)) next.push(moved);
      }
      open = [...next, ...open.slice(few.length)];
    }
    if (count === 0 && offsets === 0) return null;
    return { ranges: [...read.values()], records: count, bytes, offsets };
  }

  return {
    next: async () => {
      // A chunk that failed is not read again: `open` may have moved past its records.
      ahead ??= readChunk();
      const chunk = await ahead;
      ahead = chunk !== null && aheadNow() ? readChunk() : null;
      ahead?.catch(() => {});
      return chunk;
    },
  };
}

/** After a compaction, the last record may be below the end offset. */
function positionAfter({ records, reachedEnd, end, start }: Page, { offset }: ReadPosition): number {
  const last = records.at(-1);
  if (last !== undefined) return last.offset + 1;
  return reachedEnd ? Math.max(end, offset) : Math.max(start, offset);
}
