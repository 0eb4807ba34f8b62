/**
 * Limits guessing of pairing codes, of which there are only 100,000 (plugin-protocols.md 1). An attempt counts as
 * failed until it is known not to be, so that attempts side by side do not slip past. Times are monotonic ms.
 */
export interface FailedPairings {
  /** Seconds until the address may try again, at least 1; 0 when it may now. */
  retryAfter(address: string, now: number): number;
  /** Counts an attempt. @returns takes it out of the count: it succeeded, or the hub failed */
  begin(address: string, now: number): () => void;
}

const perAddressMax = 10;
const perAddressMs = 10 * 60_000;
const inAllMax = 60;
const inAllMs = 60_000;

interface Attempt {
  readonly address: string;
  readonly at: number;
}

export function createFailedPairings(): FailedPairings {
  // At most 60 a minute get in, so that ten minutes hold at most 660.
  let attempts: Attempt[] = [];

  function waitMs(counted: readonly Attempt[], max: number, windowMs: number, now: number): number {
    const inWindow = counted.filter(({ at }) => at > now - windowMs);
    const leaves = inWindow[inWindow.length - max];
    return leaves === undefined ? 0 : leaves.at + windowMs - now;
  }

  return {
    retryAfter: (address, now) => {
      attempts = attempts.filter(({ at }) => at > now - perAddressMs);
      const own = attempts.filter((attempt) => attempt.address === address);
      const wait = Math.max(
        waitMs(own, perAddressMax, perAddressMs, now),
        waitMs(attempts, inAllMax, inAllMs, now),
      );
      return Math.ceil(wait / 1_000);
    },
    begin: (address, now) => {
      const attempt = { address, at: now };
      attempts.push(attempt);
      return () => {
        attempts = attempts.filter((other) => other !== attempt);
      };
    },
  };
}
