const reportsPerSecond = 5;
const burst = 60;

/** A token bucket: a device may send 5 reports a second, and 60 at once (plugin-protocols.md, rules for all). */
export interface DeviceRateLimit {
  /** Counts a report. @param now monotonic ms @returns whether the report is within the limit */
  take(now: number): boolean;
}

export function createDeviceRateLimit(): DeviceRateLimit {
  let tokens = burst;
  let filledAt = Number.NEGATIVE_INFINITY;
  return {
    take: (now) => {
      tokens = Math.min(burst, tokens + ((now - filledAt) / 1_000) * reportsPerSecond);
      filledAt = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
