/** A token bucket for reports (plugin-protocols.md, rules for all). */
export interface ReportRateLimit {
  /** Counts a report. @param now monotonic ms @returns whether the report is within the limit */
  take(now: number): boolean;
}

/** A plugin sends at most about 2 reports a second. */
const playerRate = { perSecond: 5, burst: 60 };
/** A plugin for groups asks its group to share a token. */
const deviceRate = { perSecond: 25, burst: 300 };

/** For the reports of a device about one player. */
export function createPlayerRateLimit(): ReportRateLimit {
  return createRateLimit(playerRate);
}

export function createDeviceRateLimit(): ReportRateLimit {
  return createRateLimit(deviceRate);
}

function createRateLimit({ perSecond, burst }: typeof playerRate): ReportRateLimit {
  let tokens = burst;
  let filledAt = Number.NEGATIVE_INFINITY;
  return {
    take: (now) => {
      tokens = Math.min(burst, tokens + ((now - filledAt) / 1_000) * perSecond);
      filledAt = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
