/** A token bucket for reports (plugin-protocols.md, rules for all). */
export interface ReportRateLimit {
  /** Counts a report. @param now monotonic ms @returns whether the report is within the limit */
  take(now: number): boolean;
}

/** For the reports of a device about one player. A plugin sends at most about 2 a second. */
export const playerRate = { perSecond: 5, burst: 60 };
/** A plugin for groups asks its group to share a token. */
export const deviceRate = { perSecond: 25, burst: 300 };

export function createRateLimit({ perSecond, burst }: typeof playerRate): ReportRateLimit {
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
