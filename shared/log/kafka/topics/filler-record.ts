import { randomUUID } from 'node:crypto';
import type { Partition } from '../../../events/streams.ts';
import type { LogEntry } from '../../event-log.ts';

/**
 * A record that is there for the broker: it deletes a key that nothing has, no projection knows its type, and it is
 * compacted away.
 */
export function unreadRecord({ stream, partition }: Partition, key: string, type: string): LogEntry {
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
