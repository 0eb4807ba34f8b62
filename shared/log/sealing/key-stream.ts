import { upcast } from '../../events/upcast.ts';
import type { EventLog, LogRecord } from '../event-log.ts';
import { readToEnd, type Visit } from '../reading/read-to-end.ts';
import { decodeEventValue } from '../records/event-value.ts';

/**
 * Visits every record of `hub.keys` from an offset to its current end, or until `visit` has found what it looks for.
 * @returns the offset after the last record that was visited
 */
export function readKeyStream(
  log: Pick<EventLog, 'ends' | 'read'>,
  from: number,
  visit: Visit,
): Promise<number> {
  return readToEnd(log, { stream: 'hub.keys', partition: 0, offset: from }, visit);
}

/** The event of a `hub.keys` record, which is not sealed; null for a tombstone and a type of a later release. */
export function keyStreamEvent(record: LogRecord): { readonly type: string; readonly data: unknown } | null {
  if (record.value === null) return null;
  const { type, version, data } = decodeEventValue(record.stream, record.value);
  return upcast(type, version, data);
}
