import { partitionName } from '../../../events/streams.ts';
import type { PartitionEnds, ReadPosition } from '../../../log/event-log.ts';
import { decodePartitions } from '../../../log/records/decode-partitions.ts';
import { placeOf } from '../../commit/decode-batch.ts';
import type { Building } from './building-generation.ts';
import { type GatheredPages, type GatherOptions, gatherPages } from './gather-pages.ts';
import type { LoadLimit } from './load-limit.ts';
import { type Chunk, chunkBytesMax, createReadAhead } from './read-ahead.ts';
import { interruption } from './retrying-journal.ts';
import { splitIntoPages } from './split-into-pages.ts';

export interface BulkLoadOptions extends GatherOptions {
  readonly ends: readonly PartitionEnds[];
  readonly batchRecords: () => number;
  /** Records that are loaded and folded at once. */
  readonly pageRecords?: number | undefined;
  readonly loadLimit: LoadLimit;
  readonly signal: AbortSignal;
  readonly onRead: (chunk: Chunk) => void;
}

const chunkRecordsMax = 5_000;
/** So few that the garbage of a page is collected cheaply. */
const pageRecordsDefault = 1_000;

/**
 * Reads the log once up to `ends`, and folds it into all of these generations, each from its last
 * commit on.
 * @throws OperatorError when the log lacks records, a generation was cancelled, or `signal` is
 * aborted
 */
export async function bulkLoad(buildings: readonly Building[], options: BulkLoadOptions): Promise<void> {
  const { journal, ends, batchRecords, loadLimit, signal, onRead } = options;
  const reading = createReadAhead(journal, placesOf(buildings), ends, {
    recordsOfNext: () => Math.min(batchRecords(), chunkRecordsMax),
    aheadNow: loadLimit.mayUseWholeMachine,
  });
  const gatherings = buildings.map((building) => gatherPages(options, building));
  const each = async (work: (pages: GatheredPages) => Promise<void>) => {
    if (loadLimit.mayUseWholeMachine()) await waitForAll(gatherings.map(work));
    else for (const pages of gatherings) await work(pages);
  };
  let records = 0;
  let bytes = 0;
  for (;;) {
    const startedAt = performance.now();
    const chunk = await reading.next();
    if (chunk === null || signal.aborted) {
      await each((pages) => pages.commit());
      if (signal.aborted) throw interruption();
      return;
    }
    for (const page of splitIntoPages(chunk.ranges, options.pageRecords ?? pageRecordsDefault)) {
      const decoded = await decodePartitions(journal, page);
      await each((pages) => pages.fold(decoded));
    }
    records += chunk.records;
    bytes += chunk.bytes;
    if (records >= batchRecords() || bytes >= chunkBytesMax) {
      await each((pages) => pages.commit());
      records = 0;
      bytes = 0;
    }
    onRead(chunk);
    await loadLimit.afterBatch(chunk.records, performance.now() - startedAt);
  }
}

/** Writes nothing after the first failure is thrown. */
async function waitForAll(all: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(all))
    if (outcome.status === 'rejected') throw outcome.reason;
}

/** Each partition once, at the position of the generation that is furthest behind. */
export function placesOf(buildings: readonly Building[]): ReadPosition[] {
  const places = new Map<string, ReadPosition>();
  for (const lease of buildings.flatMap(({ leases }) => leases)) {
    const place = placeOf(lease);
    const key = partitionName(place);
    const known = places.get(key);
    if (known === undefined || place.offset < known.offset) places.set(key, place);
  }
  return [...places.values()];
}
