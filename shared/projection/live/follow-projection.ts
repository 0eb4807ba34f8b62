import { startTaskWhileUsed, type TaskWhileUsed } from '../../async/task-while-used.ts';
import { within } from '../../async/waiting.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Notifications } from '../../postgres/notifications.ts';
import type { ProjectionName } from '../projection.ts';
import { generationsChanged, onAnnounced, watermarksOf } from './announce.ts';

export interface FollowOptions {
  /** For log lines, like `refresh of the directory`. */
  readonly name: string;
  /** Left out when only a change of generations changes the result. */
  readonly projection?: ProjectionName;
  /** Reads also when watermarks moved without new records. */
  readonly watermarks?: boolean;
  readonly notifications: Notifications;
  readonly logger: Logger;
  /**
   * The earlier result stays when this rejects.
   * @returns whether the result may be served
   */
  readonly read: () => Promise<boolean>;
  /** From the end of a read to the start of the next; 2.5 s when not given. */
  readonly everyMs?: number;
  /** Nothing is read if the last use is longer ago than this. */
  readonly restAfterMs?: number;
}

export interface ProjectionFollower extends Pick<TaskWhileUsed, 'noteUse'> {
  /** Resolves after the first read whose result may be served. */
  readonly ready: Promise<void>;
  /** Reads again as soon as the last read is 50 ms old. */
  requestRead(): void;
  /** @returns whether a read that began after the call gave a result that may be served, in time */
  refresh(withinMs: number): Promise<boolean>;
  /** Counts from the start of the last read whose result may be served; infinite before that. */
  ageMs(): number;
  /** Starts no further read, and waits at most 5 s for the current read. */
  close(): Promise<void>;
}

const minIntervalMs = 50;
/**
 * Longer than the 2 s between announcements of watermarks, so that watermarks are not read twice.
 */
const everyDefaultMs = 2_500;

/**
 * Reads at once, and when the projection commits or another generation becomes live. Also reads
 * every 2.5 s, because announcements may get lost.
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
    ...(watermarks ? [`${watermarksOf}${projection}`] : []),
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
