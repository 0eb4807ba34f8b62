import { partitionName } from '../../events/streams.ts';
import { type Lease, noteBarrier } from '../commit/lease.ts';
import { type Generation, generationKey } from '../generations/generation.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { LeaseRow } from './plan-leases.ts';

type LeaseId = Pick<Lease, 'stream' | 'partition' | 'fence'>;

export interface HeldLeases {
  has(generation: Generation, place: LeaseId): boolean;
  add(generation: Generation, leases: readonly Lease[]): void;
  /** Keeps partitions that were taken again under a new fence. */
  drop(generation: Generation, leaseIds: readonly LeaseId[]): void;
  /** Read the offsets before a beat, for `confirm`. */
  offsets(): ReadonlyMap<Lease, number>;
  /**
   * Removes leases that the beat did not find as `mine`. Also removes leases whose offset in
   * `before` is above the database's offset: the database has lost commits. Sets the barriers of
   * the other leases.
   */
  confirm(generations: Heartbeat['generations'], before: ReadonlyMap<Lease, number>): void;
}

export function createHeldLeases(
  onChange: (generation: Generation, leases: readonly Lease[]) => void,
): HeldLeases {
  const holdings = new Map<string, Holding>();

  function holdingOf(generation: Generation): Holding {
    const key = generationKey(generation);
    const holding = holdings.get(key) ?? { generation, leases: new Map() };
    holdings.set(key, holding);
    return holding;
  }

  function drop(generation: Generation, leaseIds: readonly LeaseId[]): void {
    const { leases } = holdingOf(generation);
    const before = leases.size;
    for (const leaseId of leaseIds) {
      if (leases.get(partitionName(leaseId))?.fence === leaseId.fence) leases.delete(partitionName(leaseId));
    }
    if (leases.size !== before) onChange(generation, inOrder(leases));
  }

  return {
    has: (generation, place) => holdingOf(generation).leases.get(partitionName(place))?.fence === place.fence,
    add: (generation, taken) => {
      if (taken.length === 0) return;
      const { leases } = holdingOf(generation);
      for (const lease of taken) leases.set(partitionName(lease), lease);
      onChange(generation, inOrder(leases));
    },
    drop,
    offsets: () =>
      new Map(
        [...holdings.values()].flatMap(({ leases }) =>
          [...leases.values()].map((lease) => [lease, lease.checkpoint.nextOffset] as const),
        ),
      ),
    confirm: (generations, before) => {
      const confirmed = confirmedRows(generations);
      for (const [key, { generation, leases }] of holdings) {
        const rowOf = (lease: Lease) => confirmed.get(`${key} ${leaseIdKey(lease)}`);
        const isLost = (lease: Lease) => {
          const row = rowOf(lease);
          return row === undefined || (row.nextOffset ?? 0) < (before.get(lease) ?? 0);
        };
        drop(generation, [...leases.values()].filter(isLost));
        let hasOtherBarrier = false;
        for (const lease of leases.values()) {
          hasOtherBarrier = noteBarrier(lease, rowOf(lease)?.barrierAt ?? null) || hasOtherBarrier;
        }
        if (hasOtherBarrier) onChange(generation, inOrder(leases));
      }
    },
  };
}

interface Holding {
  readonly generation: Generation;
  /** By `partitionName`. */
  readonly leases: Map<string, Lease>;
}

function confirmedRows(generations: Heartbeat['generations']): Map<string, LeaseRow> {
  return new Map(
    generations.flatMap(({ generation, view }) =>
      view.rows
        .filter((row) => row.owner === 'mine')
        .map((row) => [`${generationKey(generation)} ${leaseIdKey(row)}`, row] as const),
    ),
  );
}

function inOrder(leases: ReadonlyMap<string, Lease>): Lease[] {
  return [...leases.values()].sort(byPlace);
}

function byPlace(left: Lease, right: Lease): number {
  if (left.stream !== right.stream) return left.stream < right.stream ? -1 : 1;
  return left.partition - right.partition;
}

function leaseIdKey(leaseId: LeaseId): string {
  return `${partitionName(leaseId)} ${leaseId.fence}`;
}
