import { streamDefinition } from '../../../events/streams.ts';
import type { Database } from '../../../postgres/database.ts';
import type { Page, ReadOptions, ReadPosition } from '../../event-log.ts';
import { hasNews } from '../../event-log.ts';
import type { LogWakes } from './log-wakes.ts';
import { readPages } from './read-pages.ts';
import type { SharedEnds } from './shared-ends.ts';

/** The longest delay of a reader by a lost notification; of a lost connection it hears after half a second. */
const pollEveryMs = 2_000;

/** What all readers of one log share. */
export interface LogReaders {
  readonly database: Database;
  readonly wakes: LogWakes;
  readonly ends: SharedEnds;
}

/** `EventLog.read`: reads the counters, which is cheap, and then the records of partitions that have more. */
export async function readLog(
  readers: LogReaders,
  positions: readonly ReadPosition[],
  { maxRecords, waitMs, signal }: ReadOptions,
): Promise<readonly Page[]> {
  const { wakes } = readers;
  const streams = new Set(positions.map((position) => position.stream));
  const until = endOfWait(waitMs);
  const nothingSince = waitMs < pollEveryMs ? null : readers.ends.nothingSince(positions);
  if (nothingSince !== null) await wakes.wait(streams, nothingSince, until, signal);
  for (;;) {
    signal?.throwIfAborted();
    const count = wakes.count();
    const pages = await readOnce(readers, positions, maxRecords);
    signal?.throwIfAborted();
    const now = performance.now();
    if (now >= until || pages.some((page, index) => hasNews(page, positions[index]?.offset ?? 0)))
      return pages;
    await wakes.wait(streams, count, Math.min(until, sharedMoment(now + pollEveryMs)), signal);
  }
}

/**
 * A long wait ends a little early, at a moment at which others look, too: nine projections that wait for records of an idle
 * hub then read the counters in one statement instead of nine.
 */
function endOfWait(waitMs: number): number {
  const until = performance.now() + waitMs;
  return waitMs < pollEveryMs ? until : sharedMoment(until);
}

/** The last moment up to `at` at which all readers look. */
function sharedMoment(at: number): number {
  return Math.floor(at / pollEveryMs) * pollEveryMs;
}

async function readOnce(
  { database, ends }: LogReaders,
  positions: readonly ReadPosition[],
  maxRecords: number,
): Promise<Page[]> {
  const read = async (wanted: readonly ReadPosition[]) =>
    readPages(database, wanted, await ends.read(wanted), maxRecords);
  const pages = await read(positions);
  const lacking = positions.filter((position, index) => lacksFirstRecord(pages[index], position));
  if (lacking.length === 0) return pages;
  // When records expired or were packed between the two statements, a second read finds the new start, or the pack. Pages
  // that were whole are kept: read again, one of them could lack the records of a pack that is made just then.
  const found = new Map((await read(lacking)).map((page, index) => [lacking[index], page]));
  return pages.map((page, index) => found.get(positions[index]) ?? page);
}

function lacksFirstRecord(page: Page | undefined, position: ReadPosition): boolean {
  if (page === undefined) return false;
  const { stream, records, start, end } = page;
  const first = Math.max(position.offset, start);
  return streamDefinition(stream).kept.policy !== 'latest' && first < end && records[0]?.offset !== first;
}
