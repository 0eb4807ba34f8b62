import { statePartition, statePartitions } from '../../../projections/account-state/queries/account-state.ts';
import { nextTimedChanges } from '../../../projections/account-state/queries/change-time.ts';
import { type CurrentTimes, never } from '../../../projections/account-state/queries/presence.ts';
import type { StateCopy } from '../../../projections/account-state/queries/state-copy.ts';

/**
 * Finds accounts that turned offline or stale because time passed. Compares the accounts of a
 * partition only when its next change is due.
 */
export interface TimedChanges {
  /**
   * Moves the clocks of partitions to now if a change may be due there.
   * @returns the accounts that changed since the last call
   */
  advance(): readonly string[];
  /**
   * The clocks of the last evaluation. No change is due between these clocks and the last
   * `advance`.
   */
  currentTimes(partition: number): CurrentTimes;
  /** Takes accounts whose state changed: their next timed change may be earlier. */
  noticed(accountIds: readonly string[]): void;
}

interface Watched {
  evaluatedAt: CurrentTimes;
  /** At or before the next change. */
  next: CurrentTimes;
}

const past: CurrentTimes = { forStale: Number.NEGATIVE_INFINITY, forOnline: Number.NEGATIVE_INFINITY };
const noAccounts: readonly string[] = [];
const notAhead: CurrentTimes = { forStale: never, forOnline: never };

export function createTimedChanges(
  copy: Pick<StateCopy, 'accounts' | 'currentTimes' | 'now' | 'stateOf'>,
): TimedChanges {
  const watched: Watched[] = Array.from({ length: statePartitions }, () => ({
    evaluatedAt: past,
    next: past,
  }));
  /** At or before the next change of any partition. */
  let earliest = soonest(past);

  function advancePartition(watch: Watched, partition: number, now: number): readonly string[] {
    if (now < soonest(watch.next)) return [];
    const before = watch.evaluatedAt;
    watch.evaluatedAt = later(before, copy.currentTimes(partition));
    if (!reached(watch.next, watch.evaluatedAt)) return [];
    const changed: string[] = [];
    watch.next = notAhead;
    for (const [accountId, state] of copy.accounts()[partition] ?? []) {
      if (reached(nextTimedChanges(state, before), watch.evaluatedAt)) changed.push(accountId);
      watch.next = earlier(watch.next, nextTimedChanges(state, watch.evaluatedAt));
    }
    return changed;
  }

  return {
    advance: () => {
      const now = copy.now();
      // The time that decides timeouts is never ahead of the clock.
      if (now < earliest) return noAccounts;
      const changed = watched.flatMap((watch, partition) => advancePartition(watch, partition, now));
      earliest = Math.min(...watched.map(({ next }) => soonest(next)));
      return changed;
    },
    currentTimes: (partition) => watched[partition]?.evaluatedAt ?? past,
    noticed: (accountIds) => {
      for (const accountId of accountIds) {
        const watch = watched[statePartition(accountId)];
        if (watch === undefined) continue;
        watch.next = earlier(watch.next, nextTimedChanges(copy.stateOf(accountId), watch.evaluatedAt));
        earliest = Math.min(earliest, soonest(watch.next));
      }
    },
  };
}

function reached(due: CurrentTimes, now: CurrentTimes): boolean {
  return due.forStale <= now.forStale || due.forOnline <= now.forOnline;
}

function soonest({ forStale, forOnline }: CurrentTimes): number {
  return Math.min(forStale, forOnline);
}

function earlier(left: CurrentTimes, right: CurrentTimes): CurrentTimes {
  return {
    forStale: Math.min(left.forStale, right.forStale),
    forOnline: Math.min(left.forOnline, right.forOnline),
  };
}

/** After a promotion a watermark can be lower, but an offline account must stay offline. */
function later(left: CurrentTimes, right: CurrentTimes): CurrentTimes {
  return {
    forStale: Math.max(left.forStale, right.forStale),
    forOnline: Math.max(left.forOnline, right.forOnline),
  };
}
