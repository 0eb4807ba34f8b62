import { streamDefinition } from '../../../events/streams.ts';
import type { Database } from '../../../postgres/database.ts';
import { hasNews, type Page, type ReadOptions, type ReadPosition } from '../../event-log.ts';
import { readNewRecords } from './read-new-records.ts';
import { readPages } from './read-pages.ts';
import type { LogWakeups } from './reader-wakeups.ts';
import type { SharedEnds } from './shared-ends.ts';

/** The longest delay by a lost notification. */
const pollEveryMs = 2_000;

/** Shared by all readers of one log. */
export interface ReadContext {
  readonly database: Database;
  readonly wakes: LogWakeups;
  readonly ends: SharedEnds;
}

/**
 * See `EventLog.read`. Reads the counters first, which is cheap. After a wake-up of a reader at the
 * end, one statement reads the counters and the new records.
 */
export async function readLog(
  readers: ReadContext,
  positions: readonly ReadPosition[],
  { maxRecords, waitMs, signal }: ReadOptions,
): Promise<readonly Page[]> {
  const { wakes, ends } = readers;
  const streams = new Set(positions.map((position) => position.stream));
  const until = endOfWait(waitMs);
  const nothingSince = waitMs === 0 ? null : ends.nothingSince(positions);
  let isWoken = nothingSince !== null && (await wakes.wait(streams, nothingSince, until, signal));
  for (;;) {
    signal?.throwIfAborted();
    const count = wakes.count();
    const isAtEnd = ends.nothingSince(positions) !== null;
    const pages = await readOnce(readers, positions, { maxRecords, expectsNew: isWoken && isAtEnd });
    signal?.throwIfAborted();
    const now = performance.now();
    if (now >= until || pages.some((page, index) => hasNews(page, positions[index]?.offset ?? 0)))
      return pages;
    isWoken = await wakes.wait(streams, count, Math.min(until, sharedTime(now + pollEveryMs)), signal);
  }
}

/**
 * Ends a long wait early, at a shared time, so that one statement reads the counters for all
 * readers.
 */
function endOfWait(waitMs: number): number {
  const until = performance.now() + waitMs;
  return waitMs < pollEveryMs ? until : sharedTime(until);
}

function sharedTime(at: number): number {
  return Math.floor(at / pollEveryMs) * pollEveryMs;
}

async function readOnce(
  { database, wakes, ends }: ReadContext,
  positions: readonly ReadPosition[],
  { maxRecords, expectsNew }: { readonly maxRecords: number; readonly expectsNew: boolean },
): Promise<Page[]> {
  const readNew = async () => {
    const count = wakes.count();
    const found = await readNewRecords(database, positions, maxRecords);
    ends.note(found.ends, count);
    return found.pages;
  };
  const read = async (wanted: readonly ReadPosition[]) =>
    readPages(database, wanted, await ends.read(wanted), maxRecords);
  const pages = expectsNew ? await readNew() : await read(positions);
  const lacking = positions.filter((position, index) => lacksFirstRecord(pages[index], position));
  if (lacking.length === 0) return pages;
  // Records may expire or be packed between the two statements. Complete pages are kept: a second
  // read could miss records that are packed just then.
  const found = new Map((await read(lacking)).map((page, index) => [lacking[index], page]));
  return pages.map((page, index) => found.get(positions[index]) ?? page);
}

function lacksFirstRecord(page: Page | undefined, position: ReadPosition): boolean {
  if (page === undefined) return false;
  const { stream, records, start, end } = page;
  const first = Math.max(position.offset, start);
  return streamDefinition(stream).kept.policy !== 'latest' && first < end && records[0]?.offset !== first;
}
