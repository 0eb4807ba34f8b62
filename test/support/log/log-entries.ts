import { randomUUID } from 'node:crypto';
import { partitionOf, type StreamName } from '../../../shared/events/streams.ts';
import type { LogEntry } from '../../../shared/log/event-log.ts';

export function entry(stream: StreamName, subject: string): LogEntry {
  return {
    stream,
    partition: partitionOf(stream, subject),
    key: subject,
    recordId: randomUUID(),
    type: 'tested',
    version: 1,
    source: 'hub',
    value: Buffer.from(`{"about":"${subject}"}`),
    keyId: null,
  };
}

export function entriesOf(stream: StreamName, subject: string, count: number): LogEntry[] {
  return Array.from({ length: count }, () => entry(stream, subject));
}
