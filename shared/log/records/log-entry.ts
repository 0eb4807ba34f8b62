import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../../events/event.ts';
import { type Partition, partitionOf, streamDefinition } from '../../events/streams.ts';
import type { LogEntry } from '../event-log.ts';

export function logEntry(event: NewEvent, value: Buffer | null, keyId: string | null): LogEntry {
  return {
    stream: event.stream,
    partition: partitionOf(event.stream, event.subject),
    key: event.key,
    recordId: event.recordId,
    type: event.type,
    version: event.version,
    source: event.source,
    value,
    keyId,
  };
}

/** An entry of the hub without a value. */
export function emptyEntry({ stream, partition }: Partition, key: string, type: string): LogEntry {
  const content = { version: 1, source: 'hub', value: null, keyId: null };
  return { stream, partition, key, recordId: randomUUID(), type, ...content };
}

/** A record key is the subject alone, or `subject/part` on compacted streams. */
export function subjectOfRecordKey(recordKey: string): string {
  const slash = recordKey.indexOf('/');
  return slash === -1 ? recordKey : recordKey.slice(0, slash);
}

/** The text after the last slash: the account, in a key `member/part/account`. */
export function otherSubjectOfRecordKey(recordKey: string): string {
  return recordKey.slice(recordKey.lastIndexOf('/') + 1);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * In the store, a bad entry would fail its whole group, also the entries of other callers.
 * @throws when the partition does not exist, the record id is no uuid, or the record key holds NUL
 */
export function checkLogEntries(entries: readonly LogEntry[]): void {
  for (const { stream, partition, recordId, key } of entries) {
    if (!(partition >= 0 && partition < streamDefinition(stream).partitions)) {
      throw new Error(`${stream} has no partition ${partition}`);
    }
    if (!uuid.test(recordId)) throw new Error('a record id is not a uuid');
    if (key.includes('\0')) throw new Error('a record key holds a NUL');
  }
}
