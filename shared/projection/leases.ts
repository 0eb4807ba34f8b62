import type { Logger } from '../logger.ts';
import type { Database } from '../postgres/database.ts';
import type { DatabaseClock } from '../postgres/database-clock.ts';
import { type Generation, generationKey } from './generation.ts';
import type { Lease } from './lease.ts';
import { beat, giveBackLeases, leave, takeLeases } from './lease-statements.ts';
import { type LeaseRow, type LeaseView, planLeases } from './plan-leases.ts';
import type { Projection } from './projection.ts';

/** Keeps this process's share of all partitions, one beat a second. */
export interface LeaseKeeper {
  /** Stops working on these; they are taken anew, with what the database says, at a following beat. */
  forget(generation: Generation, leases: readonly Lease[]): void;
  /** Beats as soon as it may, not at the next second. */
  beatSoon(): void;
  /** Gives everything back. Never throws: what cannot be given back is free 3 s later. */
  close(): Promise<void>;
}

export interface LeaseKeeperOptions {
  readonly database: Database;
  readonly projections: readonly Projection[];
  readonly member: string;
  readonly clock: DatabaseClock;
  readonly logger: Logger;
  /** Called with all that is held of a generation whenever that changes. */
  readonly onChange: (generation: Generation, leases: readonly Lease[]) => void;
  /** Called when partitions were given up for others to take. */
  readonly onGivenBack: () => void;
}

const beatEveryMs = 1_000;
const beatSoonMs = 50;

interface Holding {
  readonly generation: Generation;
  /** By place. */
  readonly leases: Map<string, Lease>;
}

export function keepLeases(options: LeaseKeeperOptions): LeaseKeeper {
  const { database, projections, member, clock, logger, onChange, onGivenBack } = options;
  const holdings = new Map<string, Holding>();
  let closed = false;
  let failing = false;
  let soon = false;
  let timer: NodeJS.Timeout | undefined;
  let turning: Promise<void> | undefined;

  async function turn(): Promise<void> {
    soon = false;
    try {
      const { generations, databaseNow } = await beat(database, member, projections);
      if (databaseNow !== null) clock.observe(databaseNow);
      dropUnconfirmed(generations);
      for (const { generation, view } of generations) await settle(generation, view);
      if (failing) logger.info('the projector beats again');
      failing = false;
    } catch (error) {
      if (!failing) logger.warn({ err: error }, 'the projector cannot beat, trying again every second');
      failing = true;
    }
  }

  /** A lease is over when the beat does not show it as ours: taken by another, or its generation is no longer leased. */
  function dropUnconfirmed(
    generations: readonly { readonly generation: Generation; readonly view: LeaseView }[],
  ): void {
    const confirmed = new Set(
      generations.flatMap(({ generation, view }) =>
        view.rows
          .filter((row) => row.owner === 'mine')
          .map((row) => `${generationKey(generation)} ${placeKey(row)} ${row.epoch}`),
      ),
    );
    for (const [key, { generation, leases }] of holdings) {
      const lost = [...leases.values()].filter(
        (lease) => !confirmed.has(`${key} ${placeKey(lease)} ${lease.epoch}`),
      );
      drop(generation, lost);
    }
  }

  async function settle(generation: Generation, view: LeaseView): Promise<void> {
    const { leases } = holdingOf(generation);
    const { take, giveBack } = planLeases(view, (row) => leases.has(placeKey(row)));
    if (giveBack.length > 0) {
      drop(generation, giveBack);
      await giveBackLeases(database, member, generation, giveBack);
      onGivenBack();
    }
    if (take.length === 0) return;
    const taken = await takeLeases(database, member, generation, take);
    for (const lease of taken) leases.set(placeKey(lease), lease);
    if (taken.length > 0) changed(generation);
  }

  function holdingOf(generation: Generation): Holding {
    const key = generationKey(generation);
    const holding = holdings.get(key) ?? { generation, leases: new Map() };
    holdings.set(key, holding);
    return holding;
  }

  function drop(
    generation: Generation,
    places: readonly Pick<LeaseRow, 'stream' | 'partition' | 'epoch'>[],
  ): void {
    const { leases } = holdingOf(generation);
    const before = leases.size;
    for (const place of places) {
      if (leases.get(placeKey(place))?.epoch === place.epoch) leases.delete(placeKey(place));
    }
    if (leases.size !== before) changed(generation);
  }

  function changed(generation: Generation): void {
    const inOrder = [...holdingOf(generation).leases].sort(([a], [b]) => (a < b ? -1 : 1));
    onChange(
      generation,
      inOrder.map(([, lease]) => lease),
    );
  }

  function schedule(): void {
    clearTimeout(timer);
    if (closed || turning !== undefined) return;
    timer = setTimeout(start, soon ? beatSoonMs : beatEveryMs);
  }

  function start(): void {
    turning = turn().finally(() => {
      turning = undefined;
      schedule();
    });
  }
  start();

  return {
    forget: drop,
    beatSoon: () => {
      if (soon) return;
      soon = true;
      schedule();
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await turning;
      await leave(database, member).catch((error: unknown) => {
        logger.warn({ err: error }, 'the projector could not give its partitions back');
      });
    },
  };
}

/** Sorts as places do: by stream, then partition. */
function placeKey({ stream, partition }: Pick<LeaseRow, 'stream' | 'partition'>): string {
  return `${stream} ${String(partition).padStart(3, '0')}`;
}
