import type { Page, PartitionEnds, ReadPosition } from '../../event-log.ts';

/** @param floor the larger of the wanted offset and the end that was known before the fetch */
export function needsConfirmation({ end, reachedEnd }: Page, floor: number): boolean {
  return reachedEnd && end < floor;
}

/**
 * A new leader may answer with a low end until its followers have caught up. Until then the leader
 * refuses to list offsets (KIP-207), so a listed end is right.
 * @param readEnds returns the ends in the order given
 */
export async function confirmPages(
  pages: ReadonlyMap<ReadPosition, Page>,
  readEnds: (positions: readonly ReadPosition[]) => Promise<readonly PartitionEnds[]>,
): Promise<ReadonlyMap<ReadPosition, Page>> {
  const ends = await readEnds([...pages.keys()]);
  return new Map([...pages].map(([position, page], index) => [position, confirmedPage(page, ends[index])]));
}

/** The page lacks the records between its end and a higher listed end. */
function confirmedPage(page: Page, ends: PartitionEnds | undefined): Page {
  if (ends === undefined || ends.end <= page.end) return page;
  return { ...page, end: ends.end, reachedEnd: false };
}
