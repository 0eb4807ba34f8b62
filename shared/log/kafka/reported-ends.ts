import { placeKey } from '../../events/streams.ts';
import type { PartitionEnds } from '../event-log.ts';

type Partition = Pick<PartitionEnds, 'stream' | 'partition'>;

/** The highest end of each partition that this process has reported to its readers; an end that a broker names later is compared with it. */
export interface ReportedEnds {
  /** 0 when none was reported. */
  of(partition: Partition): number;
  raise(partition: Partition, end: number): void;
  /** The log is another one: its end counts, though it is below. */
  replace(partition: Partition, end: number): void;
}

export function createReportedEnds(): ReportedEnds {
  const reported = new Map<string, number>();
  const of = (partition: Partition) => reported.get(placeKey(partition)) ?? 0;

  return {
    of,
    raise: (partition, end) => {
      if (end > of(partition)) reported.set(placeKey(partition), end);
    },
    replace: (partition, end) => void reported.set(placeKey(partition), end),
  };
}
