import type { StreamName } from '../../events/streams.ts';

/** A partition of a generation as a beat finds it. */
export interface LeaseRow {
  readonly stream: StreamName;
  readonly partition: number;
  readonly epoch: number;
  /** `mine`: stored under this process. `free`: nobody's, or of a process that fell silent. */
  readonly owner: 'mine' | 'other' | 'free';
  /** Its barrier now; null or left out when there is none. */
  readonly holdAt?: number | null;
}

/** A generation's partitions, and among how many live processes they are shared. */
export interface LeaseView {
  readonly rows: readonly LeaseRow[];
  /** At least 1: this process. */
  readonly members: number;
  /** This process's place among them, from 0. */
  readonly rank: number;
}

export interface LeasePlan {
  readonly take: readonly LeaseRow[];
  readonly giveBack: readonly LeaseRow[];
}

/**
 * What to take and what to give back, so that everyone ends at ceil(partitions / members). `holds` says whether this
 * process still works on a row of its own; one that it gave up on (a commit of unknown outcome) is taken anew.
 */
export function planLeases(view: LeaseView, holds: (row: LeaseRow) => boolean): LeasePlan {
  const share = Math.ceil(view.rows.length / view.members);
  const held = view.rows.filter((row) => row.owner === 'mine' && holds(row));
  const free = view.rows.filter((row) => row.owner !== 'other' && !held.includes(row));
  return {
    take: startingAt(free, view.rank * share).slice(0, Math.max(0, share - held.length)),
    giveBack: held.slice(share),
  };
}

/** Turned so that processes that start together reach for different rows first. */
function startingAt<Item>(items: readonly Item[], start: number): readonly Item[] {
  const at = items.length === 0 ? 0 : start % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
