import { OperatorError } from '../../../errors/errors.ts';
import { isKeptForever, partitionName } from '../../../events/streams.ts';
import type { PartitionEnds } from '../../../log/event-log.ts';

export const logIncompleteCode = 'log_incomplete';

/**
 * @throws OperatorError when records from `offset` on are missing; for a stream that deletes
 * records, only when the partition ends below `offset`
 */
export function requireCompleteLog(partition: PartitionEnds, offset: number): void {
  const { stream, start, end } = partition;
  const isGone = start > offset && isKeptForever(stream);
  if (!isGone && end >= offset) return;
  throw new OperatorError(
    logIncompleteCode,
    `${partitionName(partition)} holds the records from ${start} to ${end}, but the records from ${offset} on are needed: restore a backup of the log that has them; the tables that are live stay as they are`,
  );
}
