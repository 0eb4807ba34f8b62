import { streamDefinition } from '../events/streams.ts';
import type { LogEntry } from './event-log.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * What an adapter's store would refuse is refused here, to the one caller: in a group it would fail its neighbours too.
 * @throws when an entry is in no partition of its stream, its record id is no uuid, or a text holds a NUL
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
