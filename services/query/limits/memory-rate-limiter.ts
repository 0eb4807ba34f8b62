import { minuteMs } from '../../../shared/domain/durations.ts';
import type { RateLimiter, Window, WindowState } from './rate-limiter.ts';
import { dropUntil, newSlidingLog, record, type SlidingLog, timeAt } from './sliding-log.ts';

/** What nobody asked for is forgotten this often, so that memory follows who asks. */
const sweepEveryMs = 10_000;
/**
 * No window is longer. Those of a second are kept as long: most pollers come back within a minute, and made anew each
 * time the logs would grow old before they die, which is what a collector pays most for.
 */
const unusedMaxMs = minuteMs;
/** Addresses that failed within a minute, some 200 bytes each; past it the one whose last failure is oldest goes. */
const addressesMax = 100_000;

/** The limiter of a hub that is one process. `now` is monotonic milliseconds: a step of the wall clock changes nothing. */
export function createMemoryRateLimiter(now: () => number = () => performance.now()): RateLimiter {
  const logs = {
    key: new Map<string, SlidingLog>(),
    pace: new Map<string, SlidingLog>(),
    address: new Map<string, SlidingLog>(),
  };
  let sweptAt = now();

  /** The window's log with only what is in the window at `at`. */
  function current({ of, id, windowMs }: Window, at: number): SlidingLog | undefined {
    const log = logs[of].get(id);
    if (log !== undefined) dropUntil(log, at - windowMs);
    return log;
  }

  /** @returns the window's log, `known` when it had one */
  function recordIn({ of, id }: Window, known: SlidingLog | undefined, at: number): SlidingLog {
    const log = known ?? newSlidingLog();
    record(log, at);
    // Set anew, so that the order of addresses is that of the last record.
    if (of === 'address') logs.address.delete(id);
    if (of === 'address' || known === undefined) logs[of].set(id, log);
    return log;
  }

  function forget(at: number): void {
    if (logs.address.size > addressesMax) {
      const [leastRecent = ''] = logs.address.keys();
      logs.address.delete(leastRecent);
    }
    if (at - sweptAt < sweepEveryMs) return;
    sweptAt = at;
    for (const kind of Object.values(logs)) {
      for (const [id, { latest }] of kind) if (latest <= at - unusedMaxMs) kind.delete(id);
    }
  }

  return {
    take: async (windows) => {
      const at = now();
      const asked = windows.map((window) => ({ window, log: current(window, at) }));
      const allowed = asked.every(({ window, log }) => (log?.count ?? 0) < window.limit);
      const states = asked.map(({ window, log }) =>
        stateOf(window, allowed ? recordIn(window, log, at) : log, at),
      );
      forget(at);
      return { allowed, states };
    },
    check: async (window) => {
      const at = now();
      return stateOf(window, current(window, at), at);
    },
  };
}

function stateOf({ limit, windowMs }: Window, log: SlidingLog | undefined, now: number): WindowState {
  const count = log?.count ?? 0;
  // After a limit was lowered, more than it allows may be in: room comes when all but the limit have left.
  const next = (log && timeAt(log, Math.max(0, count - limit))) ?? now - windowMs;
  return {
    full: count >= limit,
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil((next + windowMs - now) / 1_000)),
  };
}
