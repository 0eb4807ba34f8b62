import type { PartitionEnds } from '../event-log.ts';

type Partition = Pick<PartitionEnds, 'stream' | 'partition'>;

/** The highest end of each partition that this process has told: what brokers say later is held against it. */
export interface ToldEnds {
  /** 0 when none was told. */
  of(partition: Partition): number;
  raise(partition: Partition, end: number): void;
  /** The log is another one: its end counts, though it is below. */
  replace(partition: Partition, end: number): void;
}

export function createToldEnds(): ToldEnds {
  const told = new Map<string, number>();
  const keyOf = ({ stream, partition }: Partition) => `${stream}/${partition}`;
  const of = (partition: Partition) => told.get(keyOf(partition)) ?? 0;

  return {
    of,
    raise: (partition, end) => {
      if (end > of(partition)) told.set(keyOf(partition), end);
    },
    replace: (partition, end) => void told.set(keyOf(partition), end),
  };
}
