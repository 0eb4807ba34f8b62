import { type StreamName, streamNames } from '../../../events/streams.ts';
import type { Sql } from '../../../postgres/database.ts';
import type { LogRecord, Page, ReadPosition } from '../../event-log.ts';
import { streamTable } from '../ensure-streams.ts';
import { abandonAfterMs, type PackedEnds } from './packed-ends.ts';
import { bytesBefore, pageColumns, readBytesMax, recordColumns, valueBytesOf } from './read-pages.ts';

type FetchedRow = Omit<PackedEnds, 'stream' | 'partition'> &
  (Omit<LogRecord, 'stream' | 'partition'> | { readonly offset: null }) & {
    /** The number of its position, from 1. */
    readonly number: number;
  };

/**
 * Ends and pages in one statement, for positions that were the ends at the last read. Later records
 * are few, and in no pack: a page of a record that is in a pack lacks the record.
 */
export async function readNewRecords(
  sql: Sql,
  positions: readonly ReadPosition[],
  maxRecords: number,
): Promise<{ readonly pages: Page[]; readonly ends: PackedEnds[] }> {
  const limit = Math.max(1, Math.floor(maxRecords / positions.length));
  const bytesMax = Math.ceil(readBytesMax / positions.length);
  const rows = await fetchRows(sql, positions, { limit, bytesMax });
  const rowsOf = Map.groupBy(rows, ({ number }) => number);
  const ends: PackedEnds[] = [];
  const pages = positions.map(({ stream, partition }, index) => {
    const own = rowsOf.get(index + 1) ?? [];
    const [first] = own;
    if (first === undefined) throw new Error('a partition is in no stream of the log');
    const { start, end, packed } = first;
    const records = own.flatMap(({ number, start, end, packed, ...record }) =>
      record.offset === null ? [] : [{ ...record, stream, partition }],
    );
    ends.push({ stream, partition, start, end, packed });
    const isCut = records.length === limit || valueBytesOf(records) >= bytesMax;
    const reachedEnd = !isCut || records.at(-1)?.offset === end - 1;
    return { stream, partition, records, start, end, reachedEnd };
  });
  return { pages, ends };
}

function fetchRows(
  sql: Sql,
  positions: readonly ReadPosition[],
  { limit, bytesMax }: { readonly limit: number; readonly bytesMax: number },
): Promise<FetchedRow[]> {
  const streams = [...new Set(positions.map(({ stream }) => stream))].sort();
  return sql.many<FetchedRow>({
    name: `log_new_${streams.map((stream) => streamNames.indexOf(stream)).join('_')}`,
    text: `
      select range.number::integer, range.start, range."end", range.packed, ${pageColumns}
      from (
        select wanted.number, wanted.stream, wanted.partition, wanted.first, p.start_offset as start,
               p.next_offset as "end", p.packed_offset as packed
        from unnest($1::text[], $2::smallint[], $3::bigint[]) with ordinality
          as wanted (stream, partition, first, number)
        join log.partition as p on p.stream = wanted.stream and p.partition = wanted.partition
      ) as range
      left join lateral (
        select r.*, ${bytesBefore}
        from (${streams.map(newRecordsSql).join(' union all ')}) as r
      ) as page on page.bytes_before < $5 and range.first >= range.packed
      order by range.number, page."offset"`,
    values: [
      positions.map(({ stream }) => stream),
      positions.map(({ partition }) => partition),
      positions.map(({ offset }) => offset),
      limit,
      bytesMax,
    ],
    abandonAfterMs,
  });
}

function newRecordsSql(stream: StreamName): string {
  return `(
    select ${recordColumns}
    from ${streamTable(stream)}
    where range.stream = '${stream}'
      and partition = range.partition
      and "offset" >= range.first
    order by "offset"
    limit $4
  )`;
}
