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

/** Keeps the order. A long range is cut, and short ranges share a page. */
export function* splitIntoPages(
  ranges: readonly RecordRange[],
  pageRecords: number,
): Generator<RecordRange[]> {
  let page: RecordRange[] = [];
  let free = pageRecords;
  for (const { place, records } of ranges) {
    for (let from = 0; from < records.length; ) {
      const cut = records.slice(from, from + free);
      page.push({ place, records: cut });
      from += cut.length;
      free -= cut.length;
      if (free > 0) continue;
      yield page;
      page = [];
      free = pageRecords;
    }
  }
  if (page.length > 0) yield page;
}
