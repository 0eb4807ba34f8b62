import { type Partition, partitionName } from '../../../events/streams.ts';

/**
 * The highest end of each partition that this process knows, to notice a broker with a lower end.
 */
export interface ReportedEnds {
  /** 0 when no end is known. */
  of(partition: Partition): number;
  raise(partition: Partition, end: number): void;
  /** Also lowers the end: another log may have taken the place of the log. */
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
