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

/**
 * Keeps this process's share of all partitions, with one beat a second.
 *
 * For this process, each partition of a `live` or `ready` generation is in one of the states below.
 * The database decides at each commit: it compares the fence and the offset of the lease with its
 * own. So a wrong guess about a state costs time, and writes no record twice.
 *
 * ## free
 *
 * The partition has no owner, or its owner is not a living worker.
 *
 * - To `held` when a beat finds fewer held partitions than the share, which is partitions /
 *   workers, rounded up (`planLeases`). `takeLeases` raises the fence, so that no batch of an
 *   earlier owner commits.
 * - Stays `free` if a batch has the partition locked: the next beat tries again. To `foreign` if
 *   another process was faster.
 * - To `forgotten` if the answer to `takeLeases` got lost.
 *
 * ## held
 *
 * This process is the owner and has a `Lease`, with which it reads and commits.
 *
 * - Stays `held` at a barrier, where it waits until a verification has its snapshot. A barrier ends
 *   after 1.2 s, so that a killed verification stops no projection.
 * - To `free` when a beat finds more held partitions than the share, because a worker joined. The
 *   lease is dropped first, so that no batch begins after the release.
 * - To `free` by `close`. If the database does not answer, others take the partition after 3 s.
 * - To `forgotten` by `forget`, after a commit that failed or found another state, and after a
 *   fault of the log. The lease may be wrong then.
 * - To `forgotten` when the database has a lower offset than the lease: it lost commits in a
 *   failover.
 * - To `foreign` or `free` when a beat does not find this process as the owner under the same fence
 *   (`confirm`). Others saw no beat of this process, or moved the log to new offsets.
 * - Out of this list when the generation is stopped or retired, because a beat does not find it.
 *
 * ## forgotten
 *
 * This process may be the owner, and has no `Lease`.
 *
 * - To `held` like a free partition, unless another process is the owner. The new lease has the
 *   state of the database.
 *
 * ## foreign
 *
 * The owner is another living worker.
 *
 * - To `free` when its owner gives it back.
 * - To `free` when its owner did not beat for 3 s by the clock of this process. The beat deletes
 *   the silent worker, unless a beat of that worker came in the meantime.
 * - To `free` at the start of a hub in one process (`forgetWorkers`). The lock of the hub shows
 *   that no other process runs, so nobody has to wait.
 *
 * The partitions of a `building` generation are not shared: its builder takes and releases all
 * (`building-generation.ts`).
 */
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
