import { randomUUID } from 'node:crypto';
import type { Registry } from 'prom-client';
import { within } from '../async/waiting.ts';
import type { Journal } from '../log/journal.ts';
import type { Logger } from '../observability/logger.ts';
import { createDatabaseClock } from '../postgres/clock/database-clock.ts';
import { createNotifier, type Notifications, projectionChannel } from '../postgres/notifications.ts';
import type { CommitOptions } from './commit/commit-batch.ts';
import { keepLeases } from './leases/leases.ts';
import { generationsChanged, onAnnounced } from './live/announce.ts';
import { startEndingFirstFills } from './live/end-first-fills.ts';
import { createProjectorMetrics } from './live/projector-metrics.ts';
import { createWatermarkMover } from './live/quiet-watermarks.ts';
import { keepResuming, type ResumingOptions } from './live/resume-generations.ts';
import { createTurns } from './live/turns.ts';
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

/**
 * Keeps all generations current, and shares their partitions with other processes. Failures are
 * retried for ever. A generation stops while the log is not the log that it was built from. Call
 * `prepareGenerations` first.
 */
export function runProjections(options: ProjectorOptions): Projector {
  const { database, decisions, journal, projections, notifications, logger } = options;
  const clock = createDatabaseClock();
  const metrics = createProjectorMetrics(clock, projections, options.metrics);
  const announcer = createNotifier(database, projectionChannel);
  const moveWatermarks = createWatermarkMover(database);
  const turns = createTurns({
    database,
    decisions,
    announces: true,
    journal,
    clock,
    logger,
    metrics,
    moveWatermarks,
    onLost: (lost, leases) => {
      keeper.forget(lost, leases);
      keeper.heartbeatSoon();
    },
  });
  let stopping: Promise<void> | undefined;

  const keeper = keepLeases({
    database,
    projections,
    worker: randomUUID(),
    clock,
    logger,
    heartbeatEveryMs: options.heartbeatEveryMs,
    onChange: turns.assign,
    onReleased: () => announcer.notify(generationsChanged),
  });

  const settling = startApplyingDecisions(options);
  const resuming = keepResuming(options);
  const filling = startEndingFirstFills(options);
  const stopListening = onAnnounced(notifications, [generationsChanged], keeper.heartbeatSoon);

  async function shutDown(): Promise<void> {
    stopListening();
    await Promise.all([turns, settling, resuming, filling].map((each) => each.stop()));
    await keeper.close();
    announcer.notify(generationsChanged);
    await announcer.close();
  }

  return {
    held: turns.held,
    stop: () => {
      stopping ??= within(stopWithinMs, shutDown(), () => {});
      return stopping;
    },
  };
}
