import { LogUnavailable } from '../../errors/errors.ts';
import type { EventLog, LogRecord, ReadPosition } from '../event-log.ts';

const recordsPerRead = 1_000;

/** @returns `found` to stop */
export type RecordVisitor = (record: LogRecord) => unknown;

/**
 * Visits every record from a position to the current end. Reads the end first: the end in a page
 * may lack records that other processes just appended.
 * @returns the offset after the last visited record
 * @throws LogUnavailable when the log cannot be read that far
 */
export async function readToEnd(
  log: Pick<EventLog, 'ends' | 'read'>,
  { stream, partition, offset: from }: ReadPosition,
  visit: RecordVisitor,
): Promise<number> {
  const ends = (await log.ends([stream])).find((each) => each.partition === partition);
  if (ends === undefined) throw new Error(`the log gave no end of ${stream}`);
  if (ends.end === from) return from;
  let offset = from;
  for (;;) {
    const [page] = await log.read([{ stream, partition, offset }], { maxRecords: recordsPerRead, waitMs: 0 });
    if (page === undefined) throw new Error(`the log gave no page of ${stream}`);
    if (page.end < offset) throw new LogUnavailable(`${stream} is shorter than it was: this is another log`);
    for (const record of page.records) if (visit(record) === 'found') return record.offset + 1;
    offset = (page.records.at(-1)?.offset ?? offset - 1) + 1;
    if (!page.reachedEnd) continue;
    if (page.end < ends.end) throw new LogUnavailable(`${stream} could not be read to its end`);
    return Math.max(offset, page.end);
  }
}
