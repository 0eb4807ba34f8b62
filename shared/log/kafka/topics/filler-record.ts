import { randomUUID } from 'node:crypto';
import type { Partition } from '../../../events/streams.ts';
import type { LogEntry } from '../../event-log.ts';

/**
 * A record that changes nothing: no projection knows its type, and only filler records have its
 * key.
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
