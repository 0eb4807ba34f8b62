import { OperatorError } from '../../../errors/errors.ts';
import { isKeptForever, partitionName } from '../../../events/streams.ts';
import type { PartitionEnds } from '../../../log/event-log.ts';

/** The code of the error for a log that lacks records which a rebuild needs. */
export const logIncomplete = 'log_incomplete';

/**
 * Checks that a partition has all records from `offset` on. For a stream that deletes records,
 * checks only that the partition does not end below `offset`.
 * @throws OperatorError when records are missing
 */
export function requireCompleteLog(partition: PartitionEnds, offset: number): void {
  const { stream, start, end } = partition;
  const isGone = start > offset && isKeptForever(stream);
  if (!isGone && end >= offset) return;
  throw new OperatorError(
    logIncomplete,
    `${partitionName(partition)} holds the records from ${start} to ${end}, but the records from ${offset} on are needed: restore a backup of the log that has them; the tables that are live stay as they are`,
  );
}
