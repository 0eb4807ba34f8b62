import { statePartition, statePartitions } from '../../../projections/account-state/queries/account-state.ts';
import { nextFlips } from '../../../projections/account-state/queries/change-time.ts';
import { type Judgement, never } from '../../../projections/account-state/queries/presence.ts';
import type { StateCopy } from '../../../projections/account-state/queries/state-copy.ts';

/**
 * Finds the accounts that turned offline or stale because time passed, without a timer for each account. Such a turn is a
 * flip. For each partition it keeps the time of the earliest flip ahead, and looks at the partition's accounts only once
 * that has passed; until then it compares one number with the clock, which is cheap enough for every request.
 */
export interface FlipWatch {
  /** Moves the clocks to now where a flip may have passed. @returns the accounts whose flips passed since the last call */
  advance(): readonly string[];
  /** The clocks by which a partition was last evaluated; no flip lies between them and the last `advance`. */
  judgement(partition: number): Judgement;
  /** To be called with accounts whose state changed: their next flips may be earlier now. */
  noticed(accountIds: readonly string[]): void;
}

interface Watched {
  judged: Judgement;
  /** Not later than the earliest flip ahead. */
  next: Judgement;
}

const past: Judgement = { clock: Number.NEGATIVE_INFINITY, presence: Number.NEGATIVE_INFINITY };
const noAccounts: readonly string[] = [];
const notAhead: Judgement = { clock: never, presence: never };

export function createFlipWatch(
  copy: Pick<StateCopy, 'accounts' | 'judgement' | 'now' | 'stateOf'>,
): FlipWatch {
  const watched: Watched[] = Array.from({ length: statePartitions }, () => ({ judged: past, next: past }));
  /** Not later than the earliest flip ahead in any partition. */
  let earliest = soonest(past);

  function advancePartition(watch: Watched, partition: number, now: number): readonly string[] {
    if (now < soonest(watch.next)) return [];
    const before = watch.judged;
    watch.judged = later(before, copy.judgement(partition));
    if (!reached(watch.next, watch.judged)) return [];
    const flipped: string[] = [];
    watch.next = notAhead;
    for (const [accountId, state] of copy.accounts()[partition] ?? []) {
      if (reached(nextFlips(state, before), watch.judged)) flipped.push(accountId);
      watch.next = earlier(watch.next, nextFlips(state, watch.judged));
    }
    return flipped;
  }

  return {
    advance: () => {
      const now = copy.now();
      // Timeouts are never judged ahead of the clock, so the clock is the first to reach a flip.
      if (now < earliest) return noAccounts;
      const flipped = watched.flatMap((watch, partition) => advancePartition(watch, partition, now));
      earliest = Math.min(...watched.map(({ next }) => soonest(next)));
      return flipped;
    },
    judgement: (partition) => watched[partition]?.judged ?? past,
    noticed: (accountIds) => {
      for (const accountId of accountIds) {
        const watch = watched[statePartition(accountId)];
        if (watch === undefined) continue;
        watch.next = earlier(watch.next, nextFlips(copy.stateOf(accountId), watch.judged));
        earliest = Math.min(earliest, soonest(watch.next));
      }
    },
  };
}

function reached(flips: Judgement, now: Judgement): boolean {
  return flips.clock <= now.clock || flips.presence <= now.presence;
}

function soonest({ clock, presence }: Judgement): number {
  return Math.min(clock, presence);
}

function earlier(left: Judgement, right: Judgement): Judgement {
  return { clock: Math.min(left.clock, right.clock), presence: Math.min(left.presence, right.presence) };
}

/** After a promotion a watermark can be lower than before; what flipped already stays flipped. */
function later(left: Judgement, right: Judgement): Judgement {
  return { clock: Math.max(left.clock, right.clock), presence: Math.max(left.presence, right.presence) };
}
