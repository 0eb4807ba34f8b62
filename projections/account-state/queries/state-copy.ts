import type { Lifecycle } from '../../../shared/async/lifecycle.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import { createDatabaseClock, type DatabaseClock } from '../../../shared/postgres/clock/database-clock.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { isDamageError } from '../../../shared/postgres/faults/damage-error.ts';
import type { Notifications } from '../../../shared/postgres/notifications.ts';
import { followProjection } from '../../../shared/projection/live/follow-projection.ts';
import { accountStateProjection } from '../projection.ts';
import { type HeldStates, holdStates } from './held-states.ts';
import { readNextChanges, readQuietChanges, readStateChanges, type StateChanges } from './read-changes.ts';

/**
 * A process's copy of the projection, so that no request costs a statement. The copy rests while
 * nobody asks for it.
 */
export interface StateCopy extends HeldStates {
  /** Resolves after the first load, or when the tables are damaged, so that a hub can start. */
  readonly ready: Promise<void>;
  /**
   * To be called before each use.
   * @returns null when the copy is current; a wait for the next refresh after a rest
   * @throws StateUnavailable before the first load, and more than 5 s after the last good refresh
   */
  waitUntilFresh(): Promise<void> | null;
  close(): Promise<void>;
}

/** An answer from an old copy could make a client miss a change for good. */
export class StateUnavailable extends Error {
  override readonly name = 'StateUnavailable';
}

export interface StateCopyOptions {
  readonly database: Database;
  readonly notifications: Notifications;
  readonly logger: Logger;
  readonly clock?: DatabaseClock;
  /** The longest time between two reads. */
  readonly everyMs?: number;
  readonly restAfterMs?: number;
}

const freshForMs = 5_000;
/** Longer than the pause of a map between two polls (2 to 10 s). */
const restAfterDefaultMs = 15_000;

export function openStateCopy(options: StateCopyOptions): StateCopy {
  const { database, notifications, logger, clock = createDatabaseClock(), everyMs } = options;
  const { restAfterMs = restAfterDefaultMs } = options;
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

  /** One statement is enough for the same tables, and while nothing changes, others share it. */
  async function readChanges(): Promise<StateChanges | null> {
    const seen = holder.seen();
    if (seen === null) return readStateChanges(database, seen);
    const quiet = isQuiet ? await readQuietChanges(database, seen) : null;
    // The tables of the copy may be dropped.
    const next = quiet ?? (await readNextChanges(database, seen).catch(() => null));
    return next ?? readStateChanges(database, seen);
  }

  const follower = followProjection({
    name: 'refresh of the state of accounts',
    projection: accountStateProjection.name,
    watermarks: true,
    notifications,
    logger,
    read: refresh,
    restAfterMs,
    ...(everyMs !== undefined && { everyMs }),
  });

  async function waitForRefresh(): Promise<void> {
    if (!(await follower.refresh(freshForMs))) throw notCurrent();
  }

  return {
    ...holder.states,
    ready: Promise.race([follower.ready, damaged.promise]),
    waitUntilFresh: () => {
      if (!follower.noteUse()) return waitForRefresh();
      if (follower.ageMs() > freshForMs) throw notCurrent();
      return null;
    },
    close: follower.close,
  };
}

export function startStateCopy(options: StateCopyOptions & { readonly lifecycle: Lifecycle }): StateCopy {
  const state = openStateCopy(options);
  options.lifecycle.onClose(state.close);
  return state;
}

function notCurrent(): StateUnavailable {
  return new StateUnavailable('the copy of live state is not current');
}
