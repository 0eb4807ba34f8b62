import { partitionName } from '../../events/streams.ts';
import type { Page, ReadPosition } from '../../log/event-log.ts';
import {
  cutAtBarrier,
  isReadable,
  type LeasePage,
  pairAndNoteLogStart,
  placeOf,
} from '../commit/decode-batch.ts';
import type { Lease } from '../commit/lease.ts';
import type { Generation } from '../generations/generation.ts';

/** The partitions of a generation that this process works on. */
export interface HeldGeneration {
  readonly generation: Generation;
  readonly leases: readonly Lease[];
}

export interface GenerationPages {
  readonly generation: Generation;
  readonly read: readonly LeasePage[];
  /** Another generation of the turn is further in a partition that has more records. */
  readonly isBehind: boolean;
}

/** Without partitions that wait at a barrier, and without generations that have no other. */
export function readableOf(held: readonly HeldGeneration[]): HeldGeneration[] {
  return held
    .map(({ generation, leases }) => ({ generation, leases: leases.filter(isReadable) }))
    .filter(({ leases }) => leases.length > 0);
}

/** One position for each partition: the lowest of all generations. */
export function positionsOf(held: readonly HeldGeneration[]): ReadPosition[] {
  const lowest = new Map<string, ReadPosition>();
  for (const place of held.flatMap(({ leases }) => leases.map(placeOf))) {
    const name = partitionName(place);
    if (place.offset < (lowest.get(name)?.offset ?? Number.POSITIVE_INFINITY)) lowest.set(name, place);
  }
  return [...lowest.values()];
}

/**
 * Gives each generation the records that it has not projected.
 * @param pages of `positionsOf(held)`
 */
export function sharePages(held: readonly HeldGeneration[], pages: readonly Page[]): GenerationPages[] {
  const byPartition = new Map(pages.map((page) => [partitionName(page), page]));
  const furthest = new Map<string, number>();
  for (const place of held.flatMap(({ leases }) => leases.map(placeOf))) {
    const name = partitionName(place);
    furthest.set(name, Math.max(furthest.get(name) ?? 0, place.offset));
  }
  return held.map(({ generation, leases }) => {
    const own = leases.flatMap((lease) => {
      const page = byPartition.get(partitionName(lease));
      return page === undefined ? [] : [pageFrom(page, placeOf(lease).offset)];
    });
    const isBehind = leases.some((lease, index) => {
      const isFurthest = placeOf(lease).offset === furthest.get(partitionName(lease));
      return !isFurthest && own[index]?.reachedEnd !== true;
    });
    return { generation, read: pairAndNoteLogStart(leases, own).map(cutAtBarrier), isBehind };
  });
}

function pageFrom(page: Page, offset: number): Page {
  if ((page.records[0]?.offset ?? offset) >= offset) return page;
  return { ...page, records: page.records.filter((record) => record.offset >= offset) };
}
