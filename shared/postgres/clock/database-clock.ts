/**
 * Epoch ms, readable without a statement. Never goes back, so the clock may be ahead after the
 * database clock was set back.
 */
export interface DatabaseClock {
  /** Takes a `clock_timestamp()` in epoch ms from an answer that just arrived. */
  observe(databaseNow: number): void;
  /** @throws before the first observation */
  now(): number;
}

export function createDatabaseClock(monotonicNow: () => number = () => performance.now()): DatabaseClock {
  let offset: number | undefined;
  let last = Number.NEGATIVE_INFINITY;

  return {
    observe: (databaseNow) => {
      // The database read its clock earlier, so this time is never ahead.
      offset = databaseNow - monotonicNow();
    },
    now: () => {
      if (offset === undefined) throw new Error('the database clock was not observed yet');
      last = Math.max(last, Math.floor(monotonicNow() + offset));
      return last;
    },
  };
}
