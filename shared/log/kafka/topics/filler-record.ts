import { randomUUID } from 'node:crypto';
import type { Partition } from '../../../events/streams.ts';
import type { LogEntry } from '../../event-log.ts';

/**
 * A record for the broker alone. It deletes a record key that no record has, no projection knows
 * its type, and compaction removes it.
 */
export function fillerRecord({ stream, partition }: Partition, recordKey: string, type: string): LogEntry {
  return {
    stream,
    partition,
    key: recordKey,
    recordId: randomUUID(),
    type,
    version: 1,
    source: 'hub',
    value: null,
    keyId: null,
  };
}
