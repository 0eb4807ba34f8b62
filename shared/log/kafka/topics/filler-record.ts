import { randomUUID } from 'node:crypto';
import type { Partition } from '../../../events/streams.ts';
import type { LogEntry } from '../../event-log.ts';

/**
 * A record without content. It changes nothing: only filler records have its key, no projection
 * knows its type, and compaction removes it.
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
