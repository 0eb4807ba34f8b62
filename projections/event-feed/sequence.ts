/** From `first_offset` on, the sequence of a record is `base` plus its offset. */
export interface FeedEpoch {
  readonly first_offset: number;
  readonly base: number;
}

/**
 * The same in every rebuild, and on every log that the records were moved to. The first base is 1,
 * so that 0 is the place before the first event.
 * @param epochs all epochs except the first, by offset
 */
export function sequenceOf(offset: number, epochs: readonly FeedEpoch[]): number {
  const epoch = epochs.findLast(({ first_offset }) => first_offset <= offset);
  return (epoch?.base ?? firstEpochBase) + offset;
}

const firstEpochBase = 1;
