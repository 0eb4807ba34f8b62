import type { LogRecord, ReadPosition } from '../../../log/event-log.ts';
import type { Decoded, Journal } from '../../../log/journal.ts';

/** Records of one partition, in order. */
export interface Stretch {
  readonly place: ReadPosition;
  readonly records: readonly LogRecord[];
}

export interface DecodedStretch extends Stretch {
  readonly decoded: readonly Decoded[];
}

/** Decodes records of several partitions in one call. */
export async function decodeStretches(
  { decode }: Journal,
  stretches: readonly Stretch[],
): Promise<DecodedStretch[]> {
  const decoded = await decode(stretches.flatMap(({ records }) => records));
  let at = 0;
  return stretches.map(({ place, records }) => {
    const outcomes = decoded.slice(at, at + records.length);
    at += records.length;
    return { place, records, decoded: outcomes };
  });
}

/** Stretches in the same order, as pages of at most so many records: long ones are cut, short ones share a page. */
export function* inPages(stretches: readonly Stretch[], pageRecords: number): Generator<Stretch[]> {
  let page: Stretch[] = [];
  let room = pageRecords;
  for (const { place, records } of stretches) {
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
