import type { RateLimiter, Taken, Window, WindowState } from './rate-limiter.ts';
import { createSlidingLog, type SlidingLog } from './sliding-log.ts';

interface Counter {
  readonly log: SlidingLog;
  windowMs: number;
}

/** What nobody asked for is forgotten this often, so that memory follows who asks. */
const sweepEveryMs = 10_000;
/** Addresses that failed within a minute, some 300 bytes each; past it the one whose last failure is oldest goes. */
const addressesMax = 100_000;

/** The limiter of a hub that is one process. `now` is monotonic milliseconds: a step of the wall clock changes nothing. */
export function createMemoryRateLimiter(now: () => number = () => performance.now()): RateLimiter {
  const counters = {
    key: new Map<string, Counter>(),
    pace: new Map<string, Counter>(),
    address: new Map<string, Counter>(),
  };
  let sweptAt = now();

  /** The window's log with only what is in the window at `at`. */
  function current({ of, id, windowMs }: Window, at: number): SlidingLog | undefined {
    const counter = counters[of].get(id);
    if (counter === undefined) return undefined;
    counter.windowMs = windowMs;
    counter.log.dropUntil(at - windowMs);
    return counter.log;
  }

  /** @returns the window's log, `known` when it had one */
  function record({ of, id, windowMs }: Window, known: SlidingLog | undefined, at: number): SlidingLog {
    const log = known ?? createSlidingLog();
    log.record(at);
    // Set anew, so that the order of addresses is that of the last record.
    if (of === 'address') counters.address.delete(id);
    if (of === 'address' || known === undefined) counters[of].set(id, { log, windowMs });
    return log;
  }

  function forget(at: number): void {
    const [leastRecent] = counters.address.keys();
    if (counters.address.size > addressesMax && leastRecent !== undefined) {
      counters.address.delete(leastRecent);
    }
    if (at - sweptAt < sweepEveryMs) return;
    sweptAt = at;
    for (const kind of Object.values(counters)) {
      for (const [id, { log, windowMs }] of kind) if (log.latest <= at - windowMs) kind.delete(id);
    }
  }

  return {
    take: async (windows): Promise<Taken> => {
      const at = now();
      const asked = windows.map((window) => ({ window, log: current(window, at) }));
      const allowed = asked.every(({ window, log }) => (log?.count ?? 0) < window.limit);
      const states = asked.map(({ window, log }) =>
        stateOf(window, allowed ? record(window, log, at) : log, at),
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
  const next = log?.at(Math.max(0, count - limit)) ?? now - windowMs;
  return {
    full: count >= limit,
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil((next + windowMs - now) / 1_000)),
  };
}
