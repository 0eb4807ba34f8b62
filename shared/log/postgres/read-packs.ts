import type { Sql } from '../../postgres/database.ts';
import type { ColumnsWanted, LogRecord, ReadPosition, RecordColumns } from '../event-log.ts';
import { withoutSubjects } from '../gather-columns.ts';
import { blockRecords, packColumns } from '../record-columns.ts';
import { columnsOfPack, type Pack, recordsOfPack } from './pack.ts';
import { abandonAfterMs } from './packed-ends.ts';

/** The packed records to fetch from a place on, at most `limit`. */
interface PackedRange {
  readonly place: ReadPosition;
  readonly limit: number;
}

/** The packed records of ranges, each up to its limit or to the record that reaches `bytesMax` of values. @throws DamagedPack */
export async function fetchPacked(
  sql: Sql,
  ranges: readonly PackedRange[],
  bytesMax: number,
): Promise<{ readonly place: ReadPosition; readonly records: LogRecord[] }[]> {
  if (ranges.length === 0) return [];
  const packsOf = await fetchPacks(sql, ranges, bytesMax);
  return ranges.map(({ place, limit }, index) => {
    const records: LogRecord[] = [];
    let bytes = 0;
    for (const pack of packsOf[index] ?? []) {
      if (records.length >= limit || bytes >= bytesMax) break;
      for (const record of recordsOfPack(pack)) {
        if (record.offset < place.offset || records.length >= limit || bytes >= bytesMax) continue;
        records.push(record);
        bytes += record.value?.length ?? 0;
      }
    }
    return { place, records };
  });
}

/** `EventLog.readColumns` of packed records: whole packs are not taken apart. Null where none is packed. @throws DamagedPack */
export async function readPackedColumns(
  sql: Sql,
  place: ReadPosition,
  { past, maxRecords, maxBytes, without }: ColumnsWanted,
): Promise<RecordColumns | null> {
  const limit = Math.min(maxRecords, past - place.offset);
  const [packs = []] = await fetchPacks(sql, [{ place, limit }], maxBytes);
  const erased = new Set(without);
  const blocks: Buffer[] = [];
  let next = place.offset;
  let bytes = 0;
  for (const pack of packs) {
    if (next >= place.offset + limit || bytes >= maxBytes) break;
    const to = Math.min(pack.past, place.offset + limit);
    const isWhole = next === pack.first && to === pack.past && erased.size === 0;
    const block = isWhole
      ? columnsOfPack(pack)
      : packColumns(withoutSubjects(recordsOfPack(pack).slice(next - pack.first, to - pack.first), erased));
    blocks.push(block);
    bytes += block.length;
    next = to;
  }
  if (next === place.offset) return null;
  return { records: next - place.offset, first: place.offset, last: next - 1, bytes: Buffer.concat(blocks) };
}

/** The packs of each range, in order. Their bytes together end as the values of a page do. */
async function fetchPacks(sql: Sql, ranges: readonly PackedRange[], bytesMax: number): Promise<Pack[][]> {
  const rows = await sql.many<Omit<Pack, 'stream' | 'partition'> & { readonly number: number }>({
    name: 'log_fetch_packs',
    text: `
      select range.number::integer, pack.first_offset as first, pack.past_offset as past, pack.records as bytes
      from unnest($1::text[], $2::smallint[], $3::bigint[], $4::integer[]) with ordinality
        as range (stream, partition, first, most, number)
      cross join lateral (
        select p.*, sum(octet_length(p.records)) over (order by p.past_offset rows unbounded preceding)
                 - octet_length(p.records) as bytes_before
        from (
          select first_offset, past_offset, records
          from log.pack
          where stream = range.stream
            and partition = range.partition
            and past_offset > range.first
          order by past_offset
          limit range.most
        ) as p
      ) as pack
      where pack.bytes_before < $5
      order by range.number, pack.past_offset`,
    values: [
      ranges.map(({ place }) => place.stream),
      ranges.map(({ place }) => place.partition),
      ranges.map(({ place }) => place.offset),
      // One more where the first is read from its middle.
      ranges.map(({ limit }) => Math.ceil(limit / blockRecords) + 1),
      bytesMax,
    ],
    abandonAfterMs,
  });
  const packsOf: Pack[][] = ranges.map(() => []);
  for (const { number, ...pack } of rows) {
    const range = ranges[number - 1];
    if (range !== undefined) packsOf[number - 1]?.push({ ...range.place, ...pack });
  }
  return packsOf;
}
