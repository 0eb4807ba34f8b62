import { minuteMs } from '../../../shared/domain/durations.ts';
import type { RateLimiter, Window, WindowState } from './rate-limiter.ts';

const sweepEveryMs = 10_000;
/** The longest window. */
const unusedMaxMs = minuteMs;
/** About 300 bytes each. Above this number, the address with the oldest last failure is dropped. */
const addressesMax = 100_000;

/** For a hub in one process. @param now monotonic, in ms */
export function createMemoryRateLimiter(now: () => number = () => performance.now()): RateLimiter {
  /** The times of requests, oldest first. */
  const logs = {
    key: new Map<string, number[]>(),
    endpointLimit: new Map<string, number[]>(),
    address: new Map<string, number[]>(),
  };
  let sweptAt = now();

  function current({ of, id, windowMs }: Window, at: number): number[] {
    const times = logs[of].get(id) ?? [];
    const first = times.findIndex((time) => time > at - windowMs);
    times.splice(0, first === -1 ? times.length : first);
    return times;
  }

  function recordIn({ of, id }: Window, times: number[], at: number): void {
    times.push(at);
    // Removed and set again, so that the map lists addresses in the order of their last failure.
    if (of === 'address') logs.address.delete(id);
    logs[of].set(id, times);
  }

  function forget(at: number): void {
    if (logs.address.size > addressesMax) {
      const [leastRecent = ''] = logs.address.keys();
      logs.address.delete(leastRecent);
    }
    if (at - sweptAt < sweepEveryMs) return;
    sweptAt = at;
    for (const kind of Object.values(logs)) {
      for (const [id, times] of kind) if ((times.at(-1) ?? 0) <= at - unusedMaxMs) kind.delete(id);
    }
  }

  return {
    take: async (windows) => {
      const at = now();
      const asked = windows.map((window) => ({ window, times: current(window, at) }));
      const allowed = asked.every(({ window, times }) => times.length < window.limit);
      if (allowed) for (const { window, times } of asked) recordIn(window, times, at);
      const states = asked.map(({ window, times }) => stateOf(window, times, at));
      forget(at);
      return { allowed, states };
    },
    check: async (window) => {
      const at = now();
      return stateOf(window, current(window, at), at);
    },
  };
}

function stateOf({ limit, windowMs }: Window, times: readonly number[], now: number): WindowState {
  const count = times.length;
  // After a limit was lowered, several requests must leave the window before another has room.
  const next = times[Math.max(0, count - limit)] ?? now - windowMs;
  return {
    full: count >= limit,
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil((next - now + windowMs) / 1_000)),
  };
}
