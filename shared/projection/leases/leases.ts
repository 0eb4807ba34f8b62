import { startPeriodicTask } from '../../async/periodic-task.ts';
import type { Logger } from '../../observability/logger.ts';
import type { DatabaseClock } from '../../postgres/clock/database-clock.ts';
import type { Database } from '../../postgres/database.ts';
import type { Lease } from '../commit/lease.ts';
import type { Generation } from '../generations/generation.ts';
import type { Projection } from '../projection.ts';
import { type KnownLeases, noLeasesKnown, sendHeartbeat } from './heartbeat.ts';
import { createHeldLeases, type HeldLeases } from './held-leases.ts';
import { releaseLeases, takeLeases } from './lease-statements.ts';
import { type LeaseView, planLeases } from './plan-leases.ts';
import { createWorkerWatch, type WorkerWatch } from './worker-watch.ts';
import { removeWorker } from './workers.ts';

/** Keeps this process's share of all partitions, with one beat a second. */
export interface LeaseKeeper {
  /** A later beat takes the partitions again, with their state from the database. */
  forget(generation: Generation, leases: readonly Lease[]): void;
  /** Beats soon, unless the last beat failed. */
  heartbeatSoon(): void;
  /** Never throws: partitions that cannot be given back become free after 3 s. */
  close(): Promise<void>;
}

export interface LeaseKeeperOptions {
  readonly database: Database;
  readonly projections: readonly Projection[];
  readonly worker: string;
  readonly clock: DatabaseClock;
  readonly logger: Logger;
  /** Gets all leases of the generation, by stream and partition. */
  readonly onChange: (generation: Generation, leases: readonly Lease[]) => void;
  readonly onReleased: () => void;
  /** A second when not given. */
  readonly heartbeatEveryMs?: number | undefined;
}

const heartbeatEveryDefaultMs = 1_000;
const heartbeatSoonMs = 50;

export function keepLeases(options: LeaseKeeperOptions): LeaseKeeper {
  const { database, worker, logger, heartbeatEveryMs = heartbeatEveryDefaultMs } = options;
  const held = createHeldLeases(options.onChange);
  const watch = createWorkerWatch();
  let known: LastHeartbeat = { ...noLeasesKnown, atRest: null };
  let isFailing = false;

  const heartbeats = startPeriodicTask({
    name: 'heartbeat of the projector',
    run: async () => {
      try {
        known = await sendHeartbeats(options, held, watch, known);
        isFailing = false;
      } catch (error) {
        isFailing = true;
        throw error;
      }
    },
    everyMs: heartbeatEveryMs,
    minIntervalMs: heartbeatSoonMs,
    logger,
  });

  return {
    forget: held.drop,
    heartbeatSoon: () => {
      if (!isFailing) void heartbeats.requestRun();
    },
    close: async () => {
      await heartbeats.stop();
      await removeWorker(database, worker).catch((error: unknown) => {
        logger.warn({ err: error }, 'the projector could not give its partitions back');
      });
    },
  };
}

interface LastHeartbeat extends KnownLeases {
  /** Offsets of the leases before the beat, if the beat found nothing to do; null otherwise. */
  readonly atRest: ReadonlyMap<Lease, number> | null;
}

/**
 * Beats again to forget silent processes. Skips the work on leases if nothing changed since a beat
 * that found nothing to do.
 */
async function sendHeartbeats(
  options: LeaseKeeperOptions,
  held: HeldLeases,
  watch: WorkerWatch,
  known: LastHeartbeat,
): Promise<LastHeartbeat> {
  const { database, worker, projections, clock } = options;
  const before = held.offsets();
  const first = await sendHeartbeat(database, worker, projections, { silent: [], known });
  const silent = watch.silent(first.others);
  const last =
    silent.length === 0
      ? first
      : await sendHeartbeat(database, worker, projections, { silent, known: first });
  clock.observe(last.databaseNow);
  if (last.digest === known.digest && isSame(known.atRest, before)) return { ...last, atRest: before };
  held.confirm(last.generations, before);
  let moves = 0;
  for (const { generation, view } of last.generations) {
    moves += await moveToShare(options, held, generation, view);
  }
  return { ...last, atRest: moves === 0 && isSame(before, held.offsets()) ? before : null };
}

function isSame(one: ReadonlyMap<Lease, number> | null, other: ReadonlyMap<Lease, number>): boolean {
  return one?.size === other.size && other.entries().every(([lease, offset]) => one.get(lease) === offset);
}

/** @returns the number of partitions that it tried to take or give back */
async function moveToShare(
  { database, worker, onReleased }: LeaseKeeperOptions,
  held: HeldLeases,
  generation: Generation,
  view: LeaseView,
): Promise<number> {
  const { take, release } = planLeases(view, (row) => held.has(generation, row));
  if (release.length > 0) {
    held.drop(generation, release);
    await releaseLeases(database, worker, generation, release);
    onReleased();
  }
  if (take.length > 0) held.add(generation, await takeLeases(database, worker, generation, take));
  return take.length + release.length;
}
