/**
 * The latest that the database's clock can show, readable without a statement: an upper bound for times of other clocks, and
 * no clock to date by. Epoch ms.
 */
export interface DatabaseClockBound {
  /** Takes a `clock_timestamp()` in epoch ms from an answer that arrived. */
  observe(databaseNow: number): void;
  /** Infinite before the first observation: nothing is bounded by what is not known. */
  latest(): number;
}

export function createDatabaseClockBound(
  monotonicNow: () => number = () => performance.now(),
): DatabaseClockBound {
  let offset = Number.POSITIVE_INFINITY;
  return {
    observe: (databaseNow) => {
      const observed = databaseNow - monotonicNow();
      // The answer that was fastest is the closest. A database whose clock was set back pulls no times back with it.
      offset = offset === Number.POSITIVE_INFINITY ? observed : Math.max(offset, observed);
    },
    latest: () => Math.ceil(monotonicNow() + offset),
  };
}
