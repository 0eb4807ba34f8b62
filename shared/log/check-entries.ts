import { streamDefinition } from '../events/streams.ts';
import type { LogEntry } from './event-log.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Refuses what the store of an adapter would refuse. There it would fail the whole group, and so other callers, too.
 * @throws when a partition does not exist, a record id is not a uuid, or a key holds a NUL
 */
export function checkEntries(entries: readonly LogEntry[]): void {
  for (const { stream, partition, recordId, key } of entries) {
    if (!(partition >= 0 && partition < streamDefinition(stream).partitions)) {
      throw new Error(`${stream} has no partition ${partition}`);
    }
    if (!uuid.test(recordId)) throw new Error('a record id is not a uuid');
    if (key.includes('\0')) throw new Error('a record key holds a NUL');
  }
}
