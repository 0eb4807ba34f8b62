import { randomUUID } from 'node:crypto';
import type { LogEntry, PartitionEnds } from '../event-log.ts';

/**
 * A record that is there for the broker: it deletes a key that nothing has, no projection knows its type, and it is
 * compacted away.
 */
export function unreadRecord(
  { stream, partition }: Pick<PartitionEnds, 'stream' | 'partition'>,
  key: string,
  type: string,
): LogEntry {
  return {
    stream,
    partition,
    key,
    recordId: randomUUID(),
    type,
    version: 1,
    source: 'hub',
    value: null,
    keyId: null,
  };
}
