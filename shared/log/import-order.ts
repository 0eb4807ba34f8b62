import { type Partition, partitionName } from '../events/streams.ts';

/** @throws when an imported record is older than the one before it in its partition */
export function requireInOrder(partition: Partition, before: number, time: number): void {
  if (time >= before) return;
  throw new Error(
    `${partitionName(partition)} already has a record of time ${before}, an imported one is of ${time}`,
  );
}
