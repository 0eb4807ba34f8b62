import { LogUnavailable } from '../../errors/errors.ts';
import { type EventLog, isAnswer, type Page, type ReadPosition } from '../event-log.ts';

export interface FirstRecords {
  /** A page with the first record, or an empty page at the end of the log. */
  readonly pages: ReadonlyMap<ReadPosition, Page>;
  readonly unanswered: readonly ReadPosition[];
}

/** Together with the last read, less than the time of a doctor check. */
const withinMs = 4_000;
const concurrencyLimit = 4;

/**
 * Reads the first record from each place on. Slow brokers, a full answer and damaged records leave
 * empty pages. These places are read again, each alone, within 4 s.
 * @param places at most one in each partition
 * @throws LogUnavailable when no place answers; other errors of a read
 */
export async function readFirstRecords(
  log: Pick<EventLog, 'read'>,
  places: readonly ReadPosition[],
): Promise<FirstRecords> {
  const until = performance.now() + withinMs;
  const pages = new Map<ReadPosition, Page>();
  let failure: LogUnavailable | undefined;

  async function ask(asked: readonly ReadPosition[]): Promise<void> {
    try {
      const answer = await log.read(asked, { maxRecords: asked.length, waitMs: 0 });
      for (const [index, place] of asked.entries()) {
        const page = answer[index];
        if (page !== undefined && isAnswer(page, place.offset)) pages.set(place, page);
      }
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      failure = error;
    }
  }

  if (places.length > 0) await ask(places);
  const left = places.filter((place) => !pages.has(place));
  const askAlone = async () => {
    while (performance.now() < until) {
      const place = left.shift();
      if (place === undefined) return;
      await ask([place]);
    }
  };
  await Promise.all(Array.from({ length: concurrencyLimit }, askAlone));
  if (pages.size === 0 && failure !== undefined) throw failure;
  return { pages, unanswered: places.filter((place) => !pages.has(place)) };
}
