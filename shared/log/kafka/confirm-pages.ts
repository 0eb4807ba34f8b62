import type { Page, PartitionEnds, Place } from '../event-log.ts';

/**
 * Whether an end has to be confirmed before it is reported. `floor` is what the log was known to reach before the page was
 * fetched, and what was wanted of it. A page that is out of range has its end from the listed offsets already.
 */
export function isDoubtful({ end, reachedEnd }: Page, floor: number): boolean {
  return reachedEnd && end < floor;
}

/**
 * The doubtful pages as they can be reported. A broker that has just come to lead may say an end below what the one before
 * it gave out, until the others have asked it for more; it refuses to list its offsets as long (KIP-207). What it lists
 * then counts, even below the floor: the log is another one.
 * @throws when `readEnds` does, which answers in the order given
 */
export async function confirmPages(
  pages: ReadonlyMap<Place, Page>,
  readEnds: (places: readonly Place[]) => Promise<readonly PartitionEnds[]>,
): Promise<ReadonlyMap<Place, Page>> {
  const ends = await readEnds([...pages.keys()]);
  return new Map([...pages].map(([place, page], index) => [place, confirmedPage(page, ends[index])]));
}

/** What lies between the two ends is in no page yet. */
function confirmedPage(page: Page, ends: PartitionEnds | undefined): Page {
  if (ends === undefined || ends.end <= page.end) return page;
  return { ...page, end: ends.end, reachedEnd: false };
}
