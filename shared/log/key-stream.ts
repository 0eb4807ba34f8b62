import { upcast } from '../events/upcast.ts';
import type { EventLog, LogRecord } from './event-log.ts';
import { decodeEventValue } from './event-value.ts';

const recordsPerRead = 1_000;

/** Shows every record of `hub.keys` from an offset to the end, as it is now. @returns the offset after the last */
export async function readKeyStream(
  log: EventLog,
  from: number,
  visit: (record: LogRecord) => void,
): Promise<number> {
  let offset = from;
  for (;;) {
    const [page] = await log.read([{ stream: 'hub.keys', partition: 0, offset }], {
      maxRecords: recordsPerRead,
      waitMs: 0,
    });
    if (page === undefined) throw new Error('the log gave no page of hub.keys');
    if (page.end < offset) throw new Error('hub.keys is shorter than it was: the log is another one');
    for (const record of page.records) visit(record);
    offset = (page.records.at(-1)?.offset ?? offset - 1) + 1;
    if (page.reachedEnd) return Math.max(offset, page.end);
  }
}

/** The event of a `hub.keys` record, which is not sealed; null for a tombstone and a type of a later release. */
export function keyStreamEvent(record: LogRecord): { readonly type: string; readonly data: unknown } | null {
  if (record.value === null) return null;
  const { type, version, data } = decodeEventValue(record.stream, record.value);
  return upcast(type, version, data);
}
