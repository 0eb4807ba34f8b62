import { upcast } from '../../events/upcast.ts';
import type { EventLog, LogRecord } from '../event-log.ts';
import { type RecordVisitor, readToEnd } from '../reading/read-to-end.ts';
import { decodeEventValue } from '../records/event-value.ts';

/** @returns the offset after the last visited record */
export function readDataKeyStream(
  log: Pick<EventLog, 'ends' | 'read'>,
  from: number,
  visit: RecordVisitor,
): Promise<number> {
  return readToEnd(log, { stream: 'hub.keys', partition: 0, offset: from }, visit);
}

/** Null for a tombstone and a type of a later release. */
export function dataKeyStreamEvent(
  record: LogRecord,
): { readonly type: string; readonly data: unknown } | null {
  if (record.value === null) return null;
  const { type, version, data } = decodeEventValue(record.stream, record.value);
  return upcast(type, version, data);
}
