import { type Partition, partitionName } from '../../../events/streams.ts';

/** To notice a broker with a lower end. */
export interface HighestKnownEnds {
  /** 0 when no end is known. */
  of(partition: Partition): number;
  raise(partition: Partition, end: number): void;
  /** Also lowers the end: another log may have taken the place of the log. */
  replace(partition: Partition, end: number): void;
}

export function createHighestKnownEnds(): HighestKnownEnds {
  const ends = new Map<string, number>();
  const of = (partition: Partition) => ends.get(partitionName(partition)) ?? 0;

  return {
    of,
    raise: (partition, end) => {
      if (end > of(partition)) ends.set(partitionName(partition), end);
    },
    replace: (partition, end) => void ends.set(partitionName(partition), end),
  };
}
