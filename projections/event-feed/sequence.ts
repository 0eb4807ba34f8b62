/**
 * The sequence of an event: the base of the log's epoch plus the record's offset in `hub.feed`, so it is the same in
 * every rebuild and on every log that the records were moved to. The base of the first epoch is 1: 0 stands before
 * the first event. A restore of an older log would open an epoch with a higher base.
 */
export function sequenceOf(offset: number): number {
  return firstEpochBase + offset;
}

const firstEpochBase = 1;
