import type { StreamName } from '../../events/streams.ts';

/** A partition of a generation as a beat finds it. */
export interface LeaseRow {
  readonly stream: StreamName;
  readonly partition: number;
  readonly fence: number;
  /**
   * `mine`: this process is the owner. `free`: the partition has no owner, or its owner has stopped
   * beating.
   */
  readonly owner: 'mine' | 'other' | 'free';
  /** The barrier of the partition now; null or left out without a barrier. */
  readonly barrierAt?: number | null;
  readonly nextOffset?: number;
}

/** The partitions of a generation, and how many live processes share them. */
export interface LeaseView {
  readonly rows: readonly LeaseRow[];
  /** At least 1: this process. */
  readonly workers: number;
  /** This process's place among the workers, from 0. */
  readonly rank: number;
}

export interface LeasePlan {
  readonly take: readonly LeaseRow[];
  readonly release: readonly LeaseRow[];
}

/**
 * Plans which partitions to take and which to give back, so that every process ends with at most
 * ceil(partitions / workers). `holds` says whether this process still works on a partition that it
 * owns. An owned partition whose last commit had an unknown outcome is taken again.
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

/**
 * Each process starts at another item, so that processes that start together first try to take
 * different items.
 */
function startingAt<Item>(items: readonly Item[], start: number): readonly Item[] {
  const at = items.length === 0 ? 0 : start % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
