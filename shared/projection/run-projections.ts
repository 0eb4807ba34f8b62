import { randomUUID } from 'node:crypto';
import type { Registry } from 'prom-client';
import { within } from '../async/waiting.ts';
import type { Journal } from '../log/journal.ts';
import type { Logger } from '../observability/logger.ts';
import { createDatabaseClock } from '../postgres/clock/database-clock.ts';
import type { Notifications } from '../postgres/notifications.ts';
import type { CommitOptions } from './commit/commit-batch.ts';
import type { Lease } from './commit/lease.ts';
import { type Generation, generationKey } from './generations/generation.ts';
import { keepLeases } from './leases/leases.ts';
import { generationsChanged, onAnnounced, openAnnouncer } from './live/announce.ts';
import { startEndingFirstFills } from './live/end-first-fills.ts';
import { createProjectorMetrics } from './live/projector-metrics.ts';
import { createWatermarkMover } from './live/quiet-watermarks.ts';
import { type ReadLoop, startReadLoop } from './live/read-loop.ts';
import type { TurnState } from './live/read-step.ts';
import { keepResuming, type ResumingOptions } from './live/resume-generations.ts';
import { startApplyingDecisions } from './parking/watch-decisions.ts';
import type { Projection } from './projection.ts';

export interface ProjectorOptions extends CommitOptions, Pick<ResumingOptions, 'resumeEveryMs'> {
  readonly journal: Journal;
  /** The process works on generations of exactly these versions. */
  readonly projections: readonly Projection[];
  readonly notifications: Notifications;
  readonly logger: Logger;
  readonly metrics?: Registry;
  /** A second when not given. */
  readonly heartbeatEveryMs?: number | undefined;
}

export interface Projector {
  /** Partitions of all generations that this process works on. */
  held(): number;
  /** Gives the partitions back; takes at most 2 s. */
  stop(): Promise<void>;
}

const stopWithinMs = 2_000;
const paceDefaultMs = 1_000;

/**
 * Keeps all generations current, and shares their partitions with other processes. Failures are
 * retried for ever. A generation stops while the log is not the log that it was built from. Call
 * `prepareGenerations` first.
 */
export function runProjections(options: ProjectorOptions): Projector {
  const { database, decisions, journal, projections, notifications, logger } = options;
  const clock = createDatabaseClock();
  const metrics = createProjectorMetrics(clock, projections, options.metrics);
  const announcer = openAnnouncer(database);
  const moveWatermarks = createWatermarkMover(database);
  const loops = new Map<string, ReadLoop>();
  const held = new Map<string, readonly Lease[]>();
  /** Keys of generations that share turns with the other generations of their pace. */
  const together = new Set<string>();
  let stopping: Promise<void> | undefined;

  const keeper = keepLeases({
    database,
    projections,
    worker: randomUUID(),
    clock,
    logger,
    heartbeatEveryMs: options.heartbeatEveryMs,
    onChange: assign,
    onReleased: () => announcer.notify(generationsChanged),
  });

  function assign(generation: Generation, leases: readonly Lease[]): void {
    held.set(generationKey(generation), leases);
    metrics.held(generation, leases);
    if (stopping === undefined) loopOf(generation).assign(generation, leases);
  }

  function loopOf(generation: Generation): ReadLoop {
    const { paceMs = paceDefaultMs } = generation.projection;
    const key = generationKey(generation);
    const name = together.has(key) ? `every ${paceMs} ms` : key;
    const loop = loops.get(name) ?? startLoop(paceMs);
    loops.set(name, loop);
    return loop;
  }

  /** A generation that is new, behind or failing has turns of its own, and so delays no other. */
  function place(generation: Generation, state: TurnState): void {
    const key = generationKey(generation);
    if (stopping !== undefined || together.has(key) === (state === 'caught up')) return;
    loopOf(generation).assign(generation, []);
    if (state === 'caught up') together.add(key);
    else together.delete(key);
    loopOf(generation).assign(generation, held.get(key) ?? []);
  }

  function startLoop(paceMs: number): ReadLoop {
    return startReadLoop({
      database,
      decisions,
      announces: true,
      journal,
      clock,
      logger,
      metrics,
      moveWatermarks,
      paceMs,
      onLost: (lost, leases) => {
        keeper.forget(lost, leases);
        keeper.heartbeatSoon();
      },
      onTurn: place,
    });
  }

  const settling = startApplyingDecisions(options);
  const resuming = keepResuming(options);
  const filling = startEndingFirstFills(options);
  const stopListening = onAnnounced(notifications, [generationsChanged], keeper.heartbeatSoon);

  async function shutDown(): Promise<void> {
    stopListening();
    await Promise.all(
      [...loops.values()].map((loop) => loop.stop()).concat(settling.stop(), resuming.stop(), filling.stop()),
    );
    await keeper.close();
    announcer.notify(generationsChanged);
    await announcer.close();
  }

  return {
    held: () => [...held.values()].reduce((sum, leases) => sum + leases.length, 0),
    stop: () => {
      stopping ??= within(stopWithinMs, shutDown(), () => {});
      return stopping;
    },
  };
}
