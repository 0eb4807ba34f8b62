import type { Page, PartitionEnds, ReadPosition } from '../../event-log.ts';

/**
 * Whether the end of a page has to be confirmed before it is reported.
 * @param floor the larger of the wanted offset and the end that was known before the fetch
 */
export function needsConfirmation({ end, reachedEnd }: Page, floor: number): boolean {
  return reachedEnd && end < floor;
}

/**
 * Confirms the ends of pages. A new leader may answer with a low end until its followers have
 * caught up. Until then the leader refuses to list offsets (KIP-207). So a listed end is right, and
 * a listed end below the floor means another log.
 * @param readEnds returns the ends in the order given; its errors are thrown here
 */
export async function confirmPages(
  pages: ReadonlyMap<ReadPosition, Page>,
  readEnds: (positions: readonly ReadPosition[]) => Promise<readonly PartitionEnds[]>,
): Promise<ReadonlyMap<ReadPosition, Page>> {
  const ends = await readEnds([...pages.keys()]);
  return new Map([...pages].map(([position, page], index) => [position, confirmedPage(page, ends[index])]));
}

/** A higher listed end means that the records between the two ends are not read yet. */
function confirmedPage(page: Page, ends: PartitionEnds | undefined): Page {
  if (ends === undefined || ends.end <= page.end) return page;
  return { ...page, end: ends.end, reachedEnd: false };
}
