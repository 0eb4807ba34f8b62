import { streamDefinition } from '../../events/streams.ts';
import type { Database } from '../../postgres/database.ts';
import type { Page, Place, ReadOptions } from '../event-log.ts';
import { hasNews } from '../event-log.ts';
import type { LogWakes } from './log-wakes.ts';
import { readPages, readPlaceEnds } from './read-pages.ts';

/** The longest delay of a reader by a lost notification. */
const pollEveryMs = 500;

/** `EventLog.read`: reads the counters, which is cheap, and then the records of partitions that have more. */
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
    const pages = await readOnce(database, places, maxRecords);
    signal?.throwIfAborted();
    const left = until - performance.now();
    if (left <= 0 || pages.some((page, index) => hasNews(page, places[index]?.offset ?? 0))) return pages;
    await wakes.wait(streams, count, Math.min(left, pollEveryMs), signal);
  }
}

async function readOnce(database: Database, places: readonly Place[], maxRecords: number): Promise<Page[]> {
  const read = async () => readPages(database, places, await readPlaceEnds(database, places), maxRecords);
  const pages = await read();
  // When records expired between the two statements, a second read returns the new start of the log.
  return pages.some((page, index) => lacksFirstRecord(page, places[index])) ? read() : pages;
}

function lacksFirstRecord({ stream, records, start, end }: Page, place: Place | undefined): boolean {
  const first = Math.max(place?.offset ?? 0, start);
  return streamDefinition(stream).kept.policy === 'expires' && first < end && records[0]?.offset !== first;
}
