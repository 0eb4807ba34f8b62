import { startTaskWhileUsed, type TaskWhileUsed } from '../../async/task-while-used.ts';
import { within } from '../../async/waiting.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Notifications } from '../../postgres/notifications.ts';
import type { ProjectionName } from '../projection.ts';
import { generationsChanged, onAnnounced, watermarksMoved } from './announce.ts';

export interface FollowOptions {
  /** The name of the reads in log lines, like `refresh of the directory`. */
  readonly name: string;
  /**
   * The projection whose commits may change the result; left out when only a change of generations
   * does.
   */
  readonly projection?: ProjectionName;
  /** Whether watermarks are read too. On partitions without new records they move every 2 s. */
  readonly watermarks?: boolean;
  readonly notifications: Notifications;
  readonly logger: Logger;
  /**
   * The earlier result stays when this rejects.
   * @returns whether the result may be served
   */
  readonly read: () => Promise<boolean>;
  /** Time from the end of a read to the start of the next; 2.5 s when not given. */
  readonly everyMs?: number;
  /** Nothing is read if the last use is longer ago than this. */
  readonly restAfterMs?: number;
}

/** Keeps something in memory up to date with a projection. */
export interface ProjectionFollower extends Pick<TaskWhileUsed, 'noteUse'> {
  /** Resolves after the first read whose result may be served. */
  readonly ready: Promise<void>;
  /** Reads again as soon as the last read is 50 ms old. */
  requestRead(): void;
  /**
   * Reads again.
   * @returns whether a read that began after the call gave a result that may be served, within that
   * time
   */
  refresh(withinMs: number): Promise<boolean>;
  /**
   * Time since the start of the last read whose result may be served; infinite before the first
   * read.
   */
  ageMs(): number;
  /** Nothing is read after this resolves. */
  close(): Promise<void>;
}

/** Shortest time between the starts of two reads. Several projectors together commit more often. */
const minIntervalMs = 50;
/**
 * Longer than the 2 s after which quiet projections announce their watermarks. Otherwise watermarks
 * would be read twice.
 */
const everyDefaultMs = 2_500;

/**
 * Reads at once, and again when the projection commits or another generation becomes live.
 * Announcements may get lost, so it also reads every 2.5 s.
 */
export function followProjection(options: FollowOptions): ProjectionFollower {
  const { name, projection, notifications, logger, read, everyMs = everyDefaultMs } = options;
  const { watermarks = false, restAfterMs = Number.POSITIVE_INFINITY } = options;
  const first = Promise.withResolvers<void>();
  let readAt = Number.NEGATIVE_INFINITY;

  const task = startTaskWhileUsed({
    name,
    run: async () => {
      const startedAt = performance.now();
      if (!(await read())) return;
      readAt = startedAt;
      first.resolve();
    },
    everyMs,
    minIntervalMs,
    restAfterMs,
    logger,
  });
  const awaited = [
    generationsChanged,
    ...(projection === undefined ? [] : [projection]),
    ...(watermarks ? [watermarksMoved] : []),
  ];
  const stopListening = onAnnounced(notifications, awaited, task.requestRun);

  return {
    ready: first.promise,
    noteUse: task.noteUse,
    requestRead: () => void task.requestRun(),
    refresh: async (withinMs) => {
      const askedAt = performance.now();
      await within(withinMs, task.requestRun(), () => false);
      return readAt >= askedAt;
    },
    ageMs: () => performance.now() - readAt,
    close: async () => {
      stopListening();
      await task.stop();
    },
  };
}
