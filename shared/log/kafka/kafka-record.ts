import type { FetchedMessage, ProduceMessage } from 'kafkajs/src/adapter-types.js';
import type { Partition } from '../../events/streams.ts';
import type { LogEntry, LogRecord } from '../event-log.ts';

/** Headers hold the fields that readers need without opening the value. `timestamp` is epoch ms. */
export function kafkaMessage(entry: LogEntry, timestamp: number): ProduceMessage {
  const { recordId, type, version, source, keyId } = entry;
  return {
    key: entry.key,
    value: entry.value,
    headers: { id: recordId, type, v: String(version), source, ...(keyId !== null && { key_id: keyId }) },
    timestamp,
  };
}

export function logRecord(
  from: Partition,
  { key, value, headers, offset, timestamp }: FetchedMessage,
): LogRecord {
  return {
    stream: from.stream,
    partition: from.partition,
    offset: Number(offset),
    appendTime: Number(timestamp),
    key: key?.toString() ?? '',
    recordId: headers.id?.toString() ?? '',
    type: headers.type?.toString() ?? '',
    version: Number(headers.v?.toString() ?? 0),
    source: headers.source?.toString() ?? '',
    keyId: headers.key_id?.toString() ?? null,
    value,
  };
}
