import type { Page, PartitionEnds, ReadPosition } from '../../event-log.ts';

/**
 * Whether the end of a page has to be confirmed before it is reported. `floor` is the larger of the wanted offset and the
 * end that was known before the fetch. The end of a page that is out of range comes from the listed offsets already.
 */
export function isDoubtful({ end, reachedEnd }: Page, floor: number): boolean {
  return reachedEnd && end < floor;
}

/**
 * Confirms the ends of doubtful pages. A broker that has just become the leader may report an end below that of the last
 * leader until its followers have caught up, and until then it refuses to list its offsets (KIP-207). An end that it lists
 * is therefore right, even below the floor: then it is another log.
 * @param readEnds returns the ends in the order given; what it throws is thrown here
 */
export async function confirmPages(
  pages: ReadonlyMap<ReadPosition, Page>,
  readEnds: (positions: readonly ReadPosition[]) => Promise<readonly PartitionEnds[]>,
): Promise<ReadonlyMap<ReadPosition, Page>> {
  const ends = await readEnds([...pages.keys()]);
  return new Map([...pages].map(([position, page], index) => [position, confirmedPage(page, ends[index])]));
}

/** With a higher listed end, the records between the two ends are still to be read. */
function confirmedPage(page: Page, ends: PartitionEnds | undefined): Page {
  if (ends === undefined || ends.end <= page.end) return page;
  return { ...page, end: ends.end, reachedEnd: false };
}
