import type { Logger } from '../../../shared/observability/logger.ts';
import type { Notifications } from '../../../shared/postgres/notifications.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { followProjection } from '../../../shared/projection/live/follow-projection.ts';
import type { LiveGenerations } from '../../../shared/projection/live/live-generations.ts';
import { eventFeedProjection } from '../projection.ts';

/** The horizon of the feed in memory: polls that find nothing need no statement. */
export interface FeedHead {
  /**
   * Whether nothing was served after the sequence at the last refresh, at most 3 s ago. Each move
   * of the watermark causes a refresh.
   */
  isCaughtUp(sequence: number): boolean;
  close(): Promise<void>;
}

/** Longer than the 2.5 s between two refreshes without an announcement. */
const trustedForMs = 3_000;
/** Longer than clients wait between two polls. */
const restAfterDefaultMs = 60_000;

interface FeedHeadOptions {
  readonly readHorizon: () => Promise<number>;
  readonly notifications: Notifications;
  readonly generations: Pick<LiveGenerations, 'schemaOf'>;
  readonly logger: Logger;
  readonly checkEveryMs?: number;
  readonly restAfterMs?: number;
}

/** Follows the feed while somebody polls it. */
export function openFeedHead(options: FeedHeadOptions): FeedHead {
  const { readHorizon, notifications, generations, logger, checkEveryMs } = options;
  const { restAfterMs = restAfterDefaultMs } = options;
  let schema: QuotedSchema | null = null;
  let horizon = 0;

  const follower = followProjection({
    name: 'refresh of the end of the feed',
    projection: eventFeedProjection.name,
    watermarks: true,
    notifications,
    logger,
    read: async () => {
      const live = generations.schemaOf(eventFeedProjection.name);
      if (live === null) return false;
      horizon = await readHorizon();
      schema = live;
      return true;
    },
    restAfterMs,
    ...(checkEveryMs !== undefined && { everyMs: checkEveryMs }),
  });

  return {
    isCaughtUp: (sequence) =>
      follower.noteUse() &&
      follower.ageMs() <= trustedForMs &&
      schema === generations.schemaOf(eventFeedProjection.name) &&
      sequence >= horizon,
    close: follower.close,
  };
}
