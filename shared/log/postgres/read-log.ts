import type { Database } from '../../postgres/database.ts';
import type { Page, Place, ReadOptions } from '../event-log.ts';
import type { LogWakes } from './log-wakes.ts';
import { readPages, readPlaceEnds } from './read-pages.ts';

/** A lost notification delays a reader by this much at most. */
const pollEveryMs = 250;

/** `EventLog.read`: one cheap look at the counters, records only of partitions that have more. */
export async function readLog(
  database: Database,
  wakes: LogWakes,
  places: readonly Place[],
  { maxRecords, waitMs, signal }: ReadOptions,
): Promise<readonly Page[]> {
  const streams = new Set(places.map((place) => place.stream));
  const until = performance.now() + waitMs;
  for (;;) {
    signal?.throwIfAborted();
    const count = wakes.count();
    const pages = await readPages(database, places, await readPlaceEnds(database, places), maxRecords);
    signal?.throwIfAborted();
    const left = until - performance.now();
    if (left <= 0 || pages.some((page, index) => hasNews(page, places[index]))) return pages;
    await wakes.wait(streams, count, Math.min(left, pollEveryMs), signal);
  }
}

/** Records, or ends that the wanted offset lies outside of: the reader has to know at once. */
function hasNews(page: Page, place: Place | undefined): boolean {
  const wanted = place?.offset ?? 0;
  return page.records.length > 0 || page.start > wanted || page.end < wanted;
}
