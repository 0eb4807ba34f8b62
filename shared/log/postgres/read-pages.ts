import type { StreamName } from '../../events/streams.ts';
import type { Sql } from '../../postgres/database.ts';
import type { LogRecord, Page, PartitionEnds, Place } from '../event-log.ts';
import { streamTable } from './ensure-streams.ts';

/** Values of one call together; a page has its first record whatever its size. */
const readBytesMax = 4 * 1024 * 1024;

/**
 * A server whose machine is gone says nothing, and TCP waits for it for a quarter of an hour; every report waits for the
 * read of the keys. What is read takes 10 ms.
 */
export const abandonAfterMs = 20_000;

/** Ends of the places' partitions, in the order of the places. */
export async function readPlaceEnds(sql: Sql, places: readonly Place[]): Promise<PartitionEnds[]> {
  const ends = await sql.many<PartitionEnds>({
    name: 'log_place_ends',
    text: `
      select p.stream, p.partition, p.start_offset as start, p.next_offset as "end"
      from unnest($1::text[], $2::smallint[]) with ordinality as place (stream, partition, number)
      join log.partition as p on p.stream = place.stream and p.partition = place.partition
      order by place.number`,
    values: [places.map((place) => place.stream), places.map((place) => place.partition)],
    abandonAfterMs,
  });
  if (ends.length !== places.length) throw new Error('a place is in no stream of the log');
  return ends;
}

/**
 * One page for each place, of records below the ends that were read before: whatever lies below a counter was
 * committed no later than the counter was, so nothing can still arrive there.
 */
export async function readPages(
  sql: Sql,
  places: readonly Place[],
  ends: readonly PartitionEnds[],
  maxRecords: number,
): Promise<Page[]> {
  const ranges = planRanges(places, ends, maxRecords);
  const bytesMax = Math.ceil(readBytesMax / Math.max(ranges.length, 1));
  const recordsOf = new Map<Place, LogRecord[]>(ranges.map((range) => [range.place, []]));
  for (const [stream, group] of Map.groupBy(ranges, (range) => range.place.stream)) {
    for (const { number, ...record } of await fetchRecords(sql, stream, group, bytesMax)) {
      const place = group[number - 1]?.place;
      if (place !== undefined) recordsOf.get(place)?.push({ ...record, stream, partition: place.partition });
    }
  }
  const limitOf = new Map(ranges.map((range) => [range.place, range.limit]));
  return places.map((place, index) => {
    const records = recordsOf.get(place) ?? [];
    const { start, end } = ends[index] ?? { start: 0, end: 0 };
    const full = records.length === limitOf.get(place) || bytesOf(records) >= bytesMax;
    const reachedEnd = !full || records.at(-1)?.offset === end - 1;
    return { stream: place.stream, partition: place.partition, records, start, end, reachedEnd };
  });
}

/** What to fetch of a place: offsets below `to`, at most `limit` records. */
interface Range {
  readonly place: Place;
  readonly to: number;
  readonly limit: number;
}

/** Places that have more, each with a fair share of the records: what one does not need goes to the others. */
function planRanges(places: readonly Place[], ends: readonly PartitionEnds[], maxRecords: number): Range[] {
  const open = places
    .map((place, index) => {
      const { start, end } = ends[index] ?? { start: 0, end: 0 };
      return { place, to: end, available: end - Math.max(place.offset, start) };
    })
    .filter(({ available }) => available > 0)
    .sort((left, right) => left.available - right.available);
  let rest = maxRecords;
  return open.map(({ place, to, available }, index) => {
    const limit = Math.max(1, Math.min(available, Math.floor(rest / (open.length - index))));
    rest -= limit;
    return { place, to, limit };
  });
}

type FetchedRecord = Omit<LogRecord, 'stream' | 'partition'> & {
  /** Which of the ranges it is of, from 1. */
  readonly number: number;
};

/**
 * A value's length is known without reading it, so a page of raw payloads is cut before they leave the server. An erased
 * value counts as 0 bytes: of an unknown length, its record would pass the cut, and the reader go on behind it.
 */
async function fetchRecords(
  sql: Sql,
  stream: StreamName,
  ranges: readonly Range[],
  bytesMax: number,
): Promise<FetchedRecord[]> {
  return sql.many<FetchedRecord>({
    name: `log_fetch_${stream}`,
    text: `
      select range.number::integer, page."offset", page.append_time as "appendTime", page.key,
             page.record_id as "recordId", page.type, page.version, page.source, page.key_id as "keyId", page.value
      from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::integer[]) with ordinality
        as range (partition, first, past, most, number)
      cross join lateral (
        select r.*, sum(coalesce(octet_length(r.value), 0)) over (order by r."offset" rows unbounded preceding)
                 - coalesce(octet_length(r.value), 0) as bytes_before
        from (
          select "offset", append_time, key, record_id, type, version, source, key_id, value
          from ${streamTable(stream)}
          where partition = range.partition
            and "offset" >= range.first
            and "offset" < range.past
          order by "offset"
          limit range.most
        ) as r
      ) as page
      where page.bytes_before < $5
      order by range.number, page."offset"`,
    values: [
      ranges.map(({ place }) => place.partition),
      ranges.map(({ place }) => place.offset),
      ranges.map(({ to }) => to),
      ranges.map(({ limit }) => limit),
      bytesMax,
    ],
    abandonAfterMs,
  });
}

function bytesOf(records: readonly LogRecord[]): number {
  return records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
}
