import { type Partition, partitionName } from '../../../events/streams.ts';

/** The highest end of each partition that was reported to readers in this process, to notice when a broker answers less. */
export interface ReportedEnds {
  /** The highest end, or 0 when none was reported. */
  of(partition: Partition): number;
  raise(partition: Partition, end: number): void;
  /** Sets a lower end, too: this is another log. */
  replace(partition: Partition, end: number): void;
}

export function createReportedEnds(): ReportedEnds {
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
