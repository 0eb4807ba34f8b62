import type { Partition } from '../../events/streams.ts';

export interface LeaseRow extends Partition {
  readonly fence: number;
  /** `free`: the partition has no owner, or its owner has stopped beating. */
  readonly owner: 'mine' | 'other' | 'free';
  readonly barrierAt?: number | null;
  readonly nextOffset?: number;
}

export interface LeaseView {
  readonly rows: readonly LeaseRow[];
  /** Includes this process. */
  readonly workers: number;
  /** This process's place among the workers, from 0. */
  readonly rank: number;
}

export interface LeasePlan {
  readonly take: readonly LeaseRow[];
  readonly release: readonly LeaseRow[];
}

/**
 * Every process ends with at most ceil(partitions / workers).
 * @param holds whether this process still works on a partition that it owns; if not, the partition
 * is taken again
 */
export function planLeases(view: LeaseView, holds: (row: LeaseRow) => boolean): LeasePlan {
  const share = Math.ceil(view.rows.length / view.workers);
  const held = view.rows.filter((row) => row.owner === 'mine' && holds(row));
  const free = view.rows.filter((row) => row.owner !== 'other' && !held.includes(row));
  return {
    take: startingAt(free, view.rank * share).slice(0, Math.max(0, share - held.length)),
    release: held.slice(share),
  };
}

/** Processes that start together first try to take different items. */
function startingAt<Item>(items: readonly Item[], start: number): readonly Item[] {
  const at = items.length === 0 ? 0 : start % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
