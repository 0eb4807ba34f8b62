import { minuteMs } from '../../../shared/domain/durations.ts';
import type { RateLimiter, Window, WindowState } from './rate-limiter.ts';
import { dropUntil, newSlidingLog, record, type SlidingLog, timeAt } from './sliding-log.ts';

/** How often unused logs are dropped, so that memory follows the clients that are there now. */
const sweepEveryMs = 10_000;
/**
 * The longest window. Logs of shorter windows are kept for the same time, because most pollers come
 * back within a minute.
 */
const unusedMaxMs = minuteMs;
/**
 * Addresses with failures, about 200 bytes each. Above this number, the address with the oldest
 * last failure is dropped.
 */
const addressesMax = 100_000;

/**
 * The limiter of a hub that is one process. `now` is monotonic, in ms, so that setting the clock
 * changes nothing.
 */
export function createMemoryRateLimiter(now: () => number = () => performance.now()): RateLimiter {
  const logs = {
    key: new Map<string, SlidingLog>(),
    endpointLimit: new Map<string, SlidingLog>(),
    address: new Map<string, SlidingLog>(),
  };
  let sweptAt = now();

  /** The window's log, without the requests that have left the window at `at`. */
  function current({ of, id, windowMs }: Window, at: number): SlidingLog | undefined {
    const log = logs[of].get(id);
    if (log !== undefined) dropUntil(log, at - windowMs);
    return log;
  }

  /** Records a request in the known log, or in a new log. @returns the log */
  function recordIn({ of, id }: Window, known: SlidingLog | undefined, at: number): SlidingLog {
    const log = known ?? newSlidingLog();
    record(log, at);
    // Removed and set again, so that the map lists addresses in the order of their last failure.
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
  // After a limit was lowered, the log can hold more requests than the limit allows. A request has
  // room again when enough of these requests have left the window.
  const next = (log && timeAt(log, Math.max(0, count - limit))) ?? now - windowMs;
  return {
    full: count >= limit,
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil((next - now + windowMs) / 1_000)),
  };
}
