import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, PartitionEnds, Place } from '../event-log.ts';

export interface Confirming {
  /** What the log was known to reach before the pages were fetched, and what was wanted of it. */
  floorOf(place: Place): number;
  /** In the order given. @throws while a leader does not know its end yet */
  readEnds(places: readonly Place[]): Promise<readonly PartitionEnds[]>;
}

const askEveryMs = 150;
/** Well below what a read grants brokers that do not answer: it is to hear of a log that is another one. */
const confirmMs = 1_000;

/**
 * The pages that end below their floor, with ends that can be told. A broker that has just come to lead may say an end
 * below what the one before it gave out, until the others have asked it for more: it refuses to list its offsets as long
 * (KIP-207). One that leads no more and has not heard says less too, so an end stays in doubt for a second.
 * @throws when `readEnds` does
 */
export async function confirmPages(
  pages: ReadonlyMap<Place, Page>,
  { floorOf, readEnds }: Confirming,
  withinMs: number = confirmMs,
): Promise<ReadonlyMap<Place, Page>> {
  const places = [...pages.keys()];
  for (const until = performance.now() + withinMs; ; await sleep(askEveryMs)) {
    const ends = await readEnds(places);
    const isKnown = places.every((place, index) => (ends[index]?.end ?? 0) >= floorOf(place));
    if (!isKnown && performance.now() < until) continue;
    return new Map([...pages].map(([place, page], index) => [place, confirmedPage(page, ends[index])]));
  }
}

/** What lies between the two ends is in no page yet. */
function confirmedPage(page: Page, ends: PartitionEnds | undefined): Page {
  if (ends === undefined || ends.end <= page.end) return page;
  return { ...page, end: ends.end, reachedEnd: false };
}
