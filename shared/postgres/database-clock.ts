/**
 * The database's clock without a statement per look: fed with values that statements brought along, carried on by the
 * process's monotonic clock in between. Never ahead of the database, never backwards. Epoch ms.
 */
export interface DatabaseClock {
  /** A `clock_timestamp()` in epoch ms that an answer brought just now. */
  observe(databaseNow: number): void;
  /** @throws before the first observation */
  now(): number;
}

export function createDatabaseClock(monotonicNow: () => number = () => performance.now()): DatabaseClock {
  let offset: number | undefined;
  let last = Number.NEGATIVE_INFINITY;

  return {
    observe: (databaseNow) => {
      // The value was read before it arrived, so this never runs ahead.
      offset = databaseNow - monotonicNow();
    },
    now: () => {
      if (offset === undefined) throw new Error('the database clock was not observed yet');
      last = Math.max(last, Math.floor(monotonicNow() + offset));
      return last;
    },
  };
}
