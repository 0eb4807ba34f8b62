import { LogUnavailable } from '../../errors/errors.ts';
import type { EventLog, Page, ReadPosition } from '../event-log.ts';

export interface Firsts {
  /** Of the places that answered: a page with the first record, or without one where the log has none from there on. */
  readonly pages: ReadonlyMap<ReadPosition, Page>;
  /** Those that gave neither a record nor an end, however often they were asked. */
  readonly unanswered: readonly ReadPosition[];
}

/** Less than the 8 s that a check of the doctor has, with the last read, which ends within 1.5 s. */
const withinMs = 4_000;
/** Places that are asked at once. One that cannot be read takes 1.5 s, and the others need not wait for it. */
const atOnce = 4;

/**
 * Reads the first record from each place on, for code that looks once and concludes something. A read of many places answers
 * partly: brokers that are slower than others, places that had no room in the answer, and all that one damaged record makes
 * unreadable with itself come back as empty pages that reach no end. Those are asked again, each alone, within 4 s.
 * @param places each in a partition of its own
 * @throws LogUnavailable when no place answers; what else a read throws
 */
export async function readFirsts(
  log: Pick<EventLog, 'read'>,
  places: readonly ReadPosition[],
): Promise<Firsts> {
  const until = performance.now() + withinMs;
  const pages = new Map<ReadPosition, Page>();
  let failure: LogUnavailable | undefined;

  async function ask(asked: readonly ReadPosition[]): Promise<void> {
    try {
      const answer = await log.read(asked, { maxRecords: asked.length, waitMs: 0 });
      for (const [index, place] of asked.entries()) {
        const page = answer[index];
        if (page !== undefined && isAnswer(page, place)) pages.set(place, page);
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
  await Promise.all(Array.from({ length: atOnce }, askAlone));
  if (pages.size === 0 && failure !== undefined) throw failure;
  return { pages, unanswered: places.filter((place) => !pages.has(place)) };
}

/** An end below the place says something, too: that this is another log. */
function isAnswer({ records, reachedEnd, end }: Page, { offset }: ReadPosition): boolean {
  return records.length > 0 || reachedEnd || end < offset;
}
