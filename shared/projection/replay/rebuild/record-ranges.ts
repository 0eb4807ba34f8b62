import type { LogRecord, ReadPosition } from '../../../log/event-log.ts';
import type { DecodedRecord } from '../../../log/journal.ts';

/** Records of one partition, in order. */
export interface RecordRange {
  readonly place: ReadPosition;
  readonly records: readonly LogRecord[];
}

export interface DecodedRange extends RecordRange {
  readonly decoded: readonly DecodedRecord[];
}

/** Stretches in the same order, as pages of at most so many records: long ones are cut, short ones share a page. */
export function* splitIntoPages(
  ranges: readonly RecordRange[],
  pageRecords: number,
): Generator<RecordRange[]> {
  let page: RecordRange[] = [];
  let room = pageRecords;
  for (const { place, records } of ranges) {
    for (let from = 0; from < records.length; ) {
      const cut = records.slice(from, from + room);
      page.push({ place, records: cut });
      from += cut.length;
      room -= cut.length;
      if (room > 0) continue;
      yield page;
      page = [];
      room = pageRecords;
    }
  }
  if (page.length > 0) yield page;
}
