import type { Logger } from '../../../shared/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { createDatabaseClock, type DatabaseClock } from '../../../shared/postgres/database-clock.ts';
import type { Notifications } from '../../../shared/postgres/notifications.ts';
import { generationsChanged } from '../../../shared/projection/generations/live-generations.ts';
import { startSpacedRuns } from '../../../shared/spaced-runs.ts';
import { accountStateProjection } from '../projection.ts';
import { type HeldStates, holdStates } from './held-states.ts';
import { readStateChanges } from './read-changes.ts';

/**
 * A replica's copy of the room, so that no request costs a statement. A cache: any replica builds it at start. Each
 * refresh takes over what one snapshot of the database holds, with its watermarks.
 */
export interface StateCopy extends HeldStates {
  /** Resolves after the first load. */
  readonly ready: Promise<void>;
  /** @throws StateUnavailable before the first load, and when the last good refresh is over 5 s old */
  requireFresh(): void;
  close(): Promise<void>;
}

/** Live state cannot be told now: an answer from an old copy could hide a change for good. */
export class StateUnavailable extends Error {
  override readonly name = 'StateUnavailable';
}

export interface StateCopyOptions {
  readonly database: Database;
  readonly notifications: Notifications;
  readonly logger: Logger;
  /** Replaced in tests. */
  readonly clock?: DatabaseClock;
}

const refreshApartMs = 50;
const refreshEveryMs = 1_000;
const freshForMs = 5_000;
/** Payloads after which there may be news; the empty one follows a reconnect. */
const wakes = new Set<string>(['', generationsChanged, accountStateProjection.name]);

export function openStateCopy(options: StateCopyOptions): StateCopy {
  const { database, notifications, logger, clock = createDatabaseClock() } = options;
  const holder = holdStates(clock);
  const first = Promise.withResolvers<void>();
  let freshAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    const startedAt = performance.now();
    const changes = await readStateChanges(database, holder.seen());
    if (changes === null) return;
    await holder.takeOver(changes);
    freshAt = startedAt;
    first.resolve();
  }

  const refreshes = startSpacedRuns({
    work: refresh,
    logger,
    failed: 'cannot read the state of accounts, trying again',
    apartMs: refreshApartMs,
    everyMs: refreshEveryMs,
  });
  const stopListening = notifications.on('hub_projection', (payload) => {
    if (wakes.has(payload)) refreshes.soon();
  });

  return {
    ...holder.states,
    ready: first.promise,
    requireFresh: () => {
      if (performance.now() - freshAt > freshForMs) {
        throw new StateUnavailable('the copy of live state is not current');
      }
    },
    close: async () => {
      stopListening();
      await refreshes.close();
    },
  };
}
