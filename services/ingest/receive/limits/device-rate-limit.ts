/** Reports that a device may send: 5 a second, 60 at once (plugin-protocols.md, rules for all). */
const perSecond = 5;
const burst = 60;

export interface TokenBucket {
  /** Takes one, where there is one. @param now monotonic ms */
  take(now: number): boolean;
}

export function createTokenBucket(): TokenBucket {
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
