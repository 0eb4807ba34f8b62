/**
 * An upper bound for the clock of a process in epoch ms, readable without a statement. Equals the
 * database clock minus the delay of the fastest answer.
 */
export interface DatabaseClockBound {
  /** Takes a `clock_timestamp()` in epoch ms from an answer that arrived. */
  observe(databaseNow: number): void;
  /** Infinite before the first observation. */
  latest(): number;
}

export function createDatabaseClockBound(
  monotonicNow: () => number = () => performance.now(),
): DatabaseClockBound {
  let offset = Number.POSITIVE_INFINITY;
  return {
    observe: (databaseNow) => {
      const observed = databaseNow - monotonicNow();
      // The fastest answer is the closest. A database clock that is set back does not lower the
      // bound.
      offset = offset === Number.POSITIVE_INFINITY ? observed : Math.max(offset, observed);
    },
    latest: () => Math.ceil(monotonicNow() + offset),
  };
}
