import type { Logger } from '../../shared/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { createDatabaseClock, type DatabaseClock } from '../../shared/postgres/database-clock.ts';
import type { Notifications } from '../../shared/postgres/notifications.ts';
import { generationsChanged } from '../../shared/projection/live-generations.ts';
import { type AccountState, statePartition } from './account-state.ts';
import { nothingCopied, rebuilt, updated } from './copied-states.ts';
import type { Judgement } from './presence.ts';
import { accountStateProjection } from './projection.ts';
import { type Changes, readChanges, type Seen } from './read-changes.ts';
import { startRefreshLoop } from './refresh-loop.ts';

/**
 * The live state of every account in memory, about 13 KB each, so that no request costs a statement. A cache: any
 * replica builds it at start. Each refresh takes over what one snapshot of the database holds, with its watermarks.
 */
export interface StateCopy {
  /** Resolves after the first load. */
  readonly ready: Promise<void>;
  /** @throws StateUnavailable before the first load, and when the last good refresh is over 5 s old */
  requireFresh(): void;
  stateOf(accountId: string): AccountState;
  /** By partition of `hub.state`. */
  accounts(): readonly ReadonlyMap<string, AccountState>[];
  /** The database clock, epoch ms. */
  now(): number;
  /** The clocks that an account of the partition is judged by now. */
  judgement(partition: number): Judgement;
  /** Everything stamped before this is in the copy, in every partition; epoch ms. */
  lowestWatermark(): number;
  /** Calls `listener` after each refresh with the accounts that changed. @returns how to stop */
  onChange(listener: (accountIds: readonly string[]) => void): () => void;
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
  const listeners = new Set<(accountIds: readonly string[]) => void>();
  const first = Promise.withResolvers<void>();
  let states = nothingCopied;
  let seen: Seen | null = null;
  let freshAt = Number.NEGATIVE_INFINITY;
  let failing = false;

  async function refresh(): Promise<void> {
    const startedAt = performance.now();
    try {
      const changes = await readChanges(database, seen);
      if (changes === null) return;
      await takeOver(changes);
      freshAt = startedAt;
      failing = false;
      first.resolve();
    } catch (error) {
      if (!failing) logger.warn({ err: error }, 'cannot read the state of accounts, trying again');
      failing = true;
    }
  }

  async function takeOver(changes: Changes): Promise<void> {
    const another = changes.seen.generation !== seen?.generation;
    const next = another ? await rebuilt(seen === null ? null : states, changes) : updated(states, changes);
    clock.observe(changes.clock);
    states = next.states;
    seen = changes.seen;
    if (next.changed.length > 0) for (const listener of listeners) listener(next.changed);
  }

  const loop = startRefreshLoop(refresh, { apartMs: refreshApartMs, everyMs: refreshEveryMs });
  const stopListening = notifications.on('hub_projection', (payload) => {
    if (wakes.has(payload)) loop.wake();
  });

  return {
    ready: first.promise,
    requireFresh: () => {
      if (performance.now() - freshAt > freshForMs) {
        throw new StateUnavailable('the copy of live state is not current');
      }
    },
    stateOf: (accountId) => states.partitions[statePartition(accountId)]?.get(accountId) ?? states.absent,
    accounts: () => states.partitions,
    now: clock.now,
    judgement: (partition) => {
      const now = clock.now();
      return { clock: now, presence: Math.min(now, states.watermarks[partition] ?? 0) };
    },
    lowestWatermark: () => states.lowestWatermark,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      stopListening();
      await loop.close();
    },
  };
}
