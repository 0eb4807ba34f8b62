import type { LimitDecision, Window } from '../rate-limiter.ts';

/** A plain list of admitted requests, with times in ms. */
export function createLimitModel() {
  const recorded = new Map<string, number[]>();
  const within = ({ of, id, windowMs }: Window, now: number) =>
    (recorded.get(`${of} ${id}`) ?? []).filter((at) => at > now - windowMs);

  function answer(windows: readonly Window[], now: number, records: boolean): LimitDecision {
    const allowed = windows.every((window) => within(window, now).length < window.limit);
    if (allowed && records) {
      for (const { of, id } of windows) {
        recorded.set(`${of} ${id}`, [...(recorded.get(`${of} ${id}`) ?? []), now]);
      }
    }
    const states = windows.map((window) => {
      const times = within(window, now);
      const next = times[Math.max(0, times.length - window.limit)] ?? now - window.windowMs;
      return {
        full: times.length >= window.limit,
        limit: window.limit,
        remaining: Math.max(0, window.limit - times.length),
        resetSeconds: Math.max(1, Math.ceil((next + window.windowMs - now) / 1_000)),
      };
    });
    return { allowed, states };
  }

  return {
    take: (windows: readonly Window[], now: number) => answer(windows, now, true),
    check: (window: Window, now: number) => answer([window], now, false).states[0],
  };
}
