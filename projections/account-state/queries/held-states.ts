import type { DatabaseClock } from '../../../shared/postgres/clock/database-clock.ts';
import { timeoutClock } from '../../../shared/projection/upkeep/timeout-clock.ts';
import { type AccountState, statePartition } from './account-state.ts';
import { applyChanges, nothingCopied, replaceStates } from './copied-states.ts';
import type { CurrentTimes } from './presence.ts';
import type { CopyPosition, StateChanges } from './read-changes.ts';

/** The live state of every account, in memory. */
export interface HeldStates {
  stateOf(accountId: string): AccountState;
  /** By partition of `hub.state`. */
  accounts(): readonly ReadonlyMap<string, AccountState>[];
  /** The database clock, epoch ms. */
  now(): number;
  currentTimes(partition: number): CurrentTimes;
  /** All records before this time are applied, in every partition; epoch ms. */
  lowestWatermark(): number;
  /** Calls `listener` with the accounts that changed. @returns how to stop */
  onChange(listener: (accountIds: readonly string[]) => void): () => void;
}

export interface StatesHolder {
  readonly states: HeldStates;
  /** The position after the last applied changes; null before the first changes. */
  seen(): CopyPosition | null;
  /** Readers see all of the changes at once. One call at a time. */
  takeOver(changes: StateChanges): Promise<void>;
}

export function holdStates(clock: DatabaseClock): StatesHolder {
  const listeners = new Set<(accountIds: readonly string[]) => void>();
  let copied = nothingCopied;
  let seen: CopyPosition | null = null;

  return {
    states: {
      stateOf: (accountId) =>
        copied.partitions[statePartition(accountId)]?.get(accountId) ?? copied.stateWithoutReports,
      accounts: () => copied.partitions,
      now: clock.now,
      currentTimes: (partition) => {
        const now = clock.now();
        return { forStale: now, forOnline: timeoutClock(now, copied.watermarks[partition] ?? 0) };
      },
      lowestWatermark: () => copied.lowestWatermark,
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    seen: () => seen,
    takeOver: async (changes) => {
      const { whole } = changes;
      const next =
        whole === null
          ? applyChanges(copied, changes)
          : await replaceStates(seen === null ? null : copied, whole, changes);
      clock.observe(changes.clock);
      copied = next.states;
      seen = changes.seen;
      const { changedAccountIds } = next;
      if (changedAccountIds.length > 0) for (const listener of listeners) listener(changedAccountIds);
    },
  };
}
