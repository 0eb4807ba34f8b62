import { type Partition, partitionName } from '../../../events/streams.ts';

/**
 * The highest known end of each partition, from reads, appends and `ends` of this process. A broker
 * that answers a lower end is noticed.
 */
export interface ReportedEnds {
  /** The known end of the partition, or 0. */
  of(partition: Partition): number;
  raise(partition: Partition, end: number): void;
  /** Sets an end that may be lower: another log may have taken the place of the log. */
  replace(partition: Partition, end: number): void;
}

export function createHighestKnownEnds(): ReportedEnds {
  const reported = new Map<string, number>();
  const of = (partition: Partition) => reported.get(partitionName(partition)) ?? 0;

  return {
    of,
    raise: (partition, end) => {
      if (end > of(partition)) reported.set(partitionName(partition), end);
    },
    replace: (partition, end) => void reported.set(partitionName(partition), end),
  };
}
