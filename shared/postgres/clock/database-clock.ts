/**
 * The database's clock, readable without a statement: it takes the times that answers of other statements contain, and
 * continues with the process's monotonic clock in between. It never goes back, and is ahead of the database only after that one's clock was set back. Epoch ms.
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
      // The database read its clock before the answer arrived, so this is never ahead of it.
      offset = databaseNow - monotonicNow();
    },
    now: () => {
      if (offset === undefined) throw new Error('the database clock was not observed yet');
      last = Math.max(last, Math.floor(monotonicNow() + offset));
      return last;
    },
  };
}
