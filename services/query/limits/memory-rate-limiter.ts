import { minuteMs } from '../../../shared/domain/durations.ts';
import type { RateLimiter, Window, WindowState } from './rate-limiter.ts';
import { dropUntil, newSlidingLog, record, type SlidingLog, timeAt } from './sliding-log.ts';

const sweepEveryMs = 10_000;
/** The longest window. */
const unusedMaxMs = minuteMs;
/** About 200 bytes each. Above this number, the address with the oldest last failure is dropped. */
const addressesMax = 100_000;

/** For a hub in one process. @param now monotonic, in ms */
export function createMemoryRateLimiter(now: () => number = () => performance.now()): RateLimiter {
  const logs = {
    key: new Map<string, SlidingLog>(),
    endpointLimit: new Map<string, SlidingLog>(),
    address: new Map<string, SlidingLog>(),
  };
  let sweptAt = now();

  function current({ of, id, windowMs }: Window, at: number): SlidingLog | undefined {
    const log = logs[of].get(id);
    if (log !== undefined) dropUntil(log, at - windowMs);
    return log;
  }

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
  // After a limit was lowered, several requests must leave the window before another has room.
  const next = (log && timeAt(log, Math.max(0, count - limit))) ?? now - windowMs;
  return {
    full: count >= limit,
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil((next - now + windowMs) / 1_000)),
  };
}
