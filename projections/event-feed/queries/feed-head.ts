import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { Notifications } from '../../../shared/postgres/notifications.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { followProjection } from '../../../shared/projection/live/follow-projection.ts';
import type { LiveGenerations } from '../../../shared/projection/live/live-generations.ts';
import { eventFeedProjection } from '../projection.ts';

/** The end of the feed in memory: polls that find nothing need no statement. */
export interface FeedHead {
  /**
   * True only when it is certain: an event that was not stored at the last refresh, at most 3 s
   * ago, cannot be settled now.
   */
  isCaughtUp(sequence: number): boolean;
  close(): Promise<void>;
}

/**
 * Less than the 10 s after which an event is served: a batch may take the remaining time to commit.
 */
const trustedForMs = 3_000;
/** Longer than clients wait between two polls. */
const restAfterDefaultMs = 60_000;
/**
 * A refresh after a longer time does not read the events since the last refresh, which may be many.
 */
const forgottenAfterMs = 30_000;

/** Events that one refresh found. All count as settled when the first event is settled. */
interface Found {
  readonly upTo: number;
  readonly settledAt: number;
}

interface ReadHead {
  /** The database's clock, epoch ms. */
  readonly now: number;
  /** The highest sequence; 0 without events. */
  readonly head: number;
  /**
   * When the first event after `known` was stored; null without such an event, or without `known`.
   */
  readonly first_stored_at: number | null;
}

function readHead(database: Database, schema: QuotedSchema, known: number | null): Promise<ReadHead> {
  return database.one<ReadHead>({
    text: `select floor(extract(epoch from statement_timestamp()) * 1000)::bigint as now,
             coalesce((select seq from ${schema}.event order by seq desc limit 1), 0) as head,
             (select min(stored_at) from ${schema}.event where seq > $1) as first_stored_at`,
    values: [known ?? Number.MAX_SAFE_INTEGER],
    name: `feed-head ${schema}`,
  });
}

interface FeedHeadOptions {
  readonly database: Database;
  readonly notifications: Notifications;
  readonly generations: Pick<LiveGenerations, 'schemaOf'>;
  readonly logger: Logger;
  readonly settleMs: number;
  readonly checkEveryMs?: number;
  readonly restAfterMs?: number;
}

/** Follows the feed while somebody polls it. */
export function openFeedHead(options: FeedHeadOptions): FeedHead {
  const { database, notifications, generations, logger, settleMs, checkEveryMs } = options;
  const { restAfterMs = restAfterDefaultMs } = options;
  /**
   * Database time minus the monotonic clock, rounded up: an event settled too early costs only a
   * statement.
   */
  let offset = 0;
  let schema: QuotedSchema | null = null;
  let head = 0;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  /** Highest sequence that may be settled. */
  let settled = 0;
  let settling: Found[] = [];

  async function refresh(): Promise<boolean> {
    const live = generations.schemaOf(eventFeedProjection.name);
    if (live === null) return false;
    const askedAt = performance.now();
    const isFollowed = live === schema && askedAt + offset - refreshedAt < forgottenAfterMs;
    const known = isFollowed ? head : null;
    const seen = await readHead(database, live, known);
    offset = seen.now + 1 - askedAt;
    // At the first read of a generation, or after a rest, everything counts as settled.
    if (known === null) {
      settled = seen.head;
      settling = [];
    } else if (seen.head > known) {
      settling.push({ upTo: seen.head, settledAt: (seen.first_stored_at ?? 0) + settleMs });
    }
    schema = live;
    head = seen.head;
    refreshedAt = seen.now;
    return true;
  }

  function settle(now: number): void {
    for (const { upTo, settledAt } of settling) if (settledAt <= now) settled = Math.max(settled, upTo);
    settling = settling.filter(({ settledAt }) => settledAt > now);
  }

  const follower = followProjection({
    name: 'refresh of the end of the feed',
    projection: eventFeedProjection.name,
    watermarks: true,
    notifications,
    logger,
    read: refresh,
    restAfterMs,
    ...(checkEveryMs !== undefined && { everyMs: checkEveryMs }),
  });

  return {
    isCaughtUp: (sequence) => {
      if (!follower.noteUse()) return false;
      if (refreshedAt === Number.NEGATIVE_INFINITY) return false;
      if (schema !== generations.schemaOf(eventFeedProjection.name)) return false;
      const now = performance.now() + offset;
      if (now - refreshedAt > trustedForMs) return false;
      settle(now);
      return sequence >= settled;
    },
    close: follower.close,
  };
}
