import { minuteMs } from '../../../shared/domain/durations.ts';
import type { RateLimiter, Window, WindowState } from './rate-limiter.ts';

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

/** The times of requests, oldest first, in a ring buffer that doubles when it is full. */
interface SlidingLog {
  ring: number[];
  /** Index of the oldest time in the ring. */
  oldest: number;
  count: number;
  /** The latest time, also after the ring has dropped it. */
  latest: number;
}

const firstCapacity = 4;

function newSlidingLog(): SlidingLog {
  return {
    ring: new Array<number>(firstCapacity).fill(0),
    oldest: 0,
    count: 0,
    latest: Number.NEGATIVE_INFINITY,
  };
}

/** Drops the times up to `until`, included. */
function dropUntil(log: SlidingLog, until: number): void {
  while (log.count > 0 && (log.ring[log.oldest] ?? 0) <= until) {
    log.oldest = (log.oldest + 1) % log.ring.length;
    log.count -= 1;
  }
}

function record(log: SlidingLog, at: number): void {
  if (log.count === log.ring.length) grow(log);
  log.ring[(log.oldest + log.count) % log.ring.length] = at;
  log.count += 1;
  log.latest = at;
}

/** The oldest time has index 0. */
function timeAt({ ring, oldest, count }: SlidingLog, index: number): number | undefined {
  return index >= 0 && index < count ? ring[(oldest + index) % ring.length] : undefined;
}

function grow(log: SlidingLog): void {
  const larger = new Array<number>(log.ring.length * 2).fill(0);
  for (let index = 0; index < log.count; index += 1) larger[index] = timeAt(log, index) ?? 0;
  log.ring = larger;
  log.oldest = 0;
}
