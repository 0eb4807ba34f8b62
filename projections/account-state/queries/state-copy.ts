import type { Logger } from '../../../shared/observability/logger.ts';
import { createDatabaseClock, type DatabaseClock } from '../../../shared/postgres/clock/database-clock.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { isDamageError } from '../../../shared/postgres/faults/damage-error.ts';
import type { Notifications } from '../../../shared/postgres/notifications.ts';
import { followProjection } from '../../../shared/projection/live/follow-projection.ts';
import { accountStateProjection } from '../projection.ts';
import { type HeldStates, holdStates } from './held-states.ts';
import { readQuietChanges, readStateChanges, type StateChanges } from './read-changes.ts';

/**
 * A replica's copy of the projection, so that no request costs a statement. It is a cache that
 * every replica builds when it starts. Each refresh reads rows and watermarks in one snapshot of
 * the database.
 */
export interface StateCopy extends HeldStates {
  /**
   * Resolves after the first load; also when its tables are damaged, so that the rest of a hub can
   * start without it.
   */
  readonly ready: Promise<void>;
  /**
   * @throws StateUnavailable before the first load, and when the last good refresh is over 5 s old
   */
  requireFresh(): void;
  close(): Promise<void>;
}

/**
 * The live state is not known now. An answer from an old copy could make a client miss a change for
 * good.
 */
export class StateUnavailable extends Error {
  override readonly name = 'StateUnavailable';
}

export interface StateCopyOptions {
  readonly database: Database;
  readonly notifications: Notifications;
  readonly logger: Logger;
  /** Replaced in tests. */
  readonly clock?: DatabaseClock;
  /** The longest time between two reads; shorter in tests. */
  readonly everyMs?: number;
}

const freshForMs = 5_000;

export function openStateCopy(options: StateCopyOptions): StateCopy {
  const { database, notifications, logger, clock = createDatabaseClock(), everyMs } = options;
  const holder = holdStates(clock);

  const damaged = Promise.withResolvers<void>();

  let isQuiet = false;

  async function refresh(): Promise<boolean> {
    const changes = await readChanges().catch((error: unknown) => {
      if (isDamageError(error)) damaged.resolve();
      throw error;
    });
    if (changes === null) return false;
    isQuiet = changes.parts.size === 0;
    await holder.takeOver(changes);
    return true;
  }

  /**
   * While nothing changes, one statement is enough. After a change, the transaction runs at once,
   * without that statement first.
   */
  async function readChanges(): Promise<StateChanges | null> {
    const seen = holder.seen();
    const quiet = isQuiet && seen !== null ? await readQuietChanges(database, seen) : null;
    return quiet ?? readStateChanges(database, seen);
  }

  const follower = followProjection({
    name: 'refresh of the state of accounts',
    projection: accountStateProjection.name,
    watermarks: true,
    notifications,
    logger,
    read: refresh,
    ...(everyMs !== undefined && { everyMs }),
  });

  return {
    ...holder.states,
    ready: Promise.race([follower.ready, damaged.promise]),
    requireFresh: () => {
      if (follower.ageMs() > freshForMs) {
        throw new StateUnavailable('the copy of live state is not current');
      }
    },
    close: follower.close,
  };
}
