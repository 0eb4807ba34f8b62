import type { NewEvent } from '../events/event.ts';
import { partitionOf } from '../events/streams.ts';
import type { LogEntry } from './event-log.ts';

/** The log record of an event, with this value. */
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

/** The subject of a record, from its key; on compacted streams the key continues with a part. */
export function subjectOf(key: string): string {
  const slash = key.indexOf('/');
  return slash === -1 ? key : key.slice(0, slash);
}
