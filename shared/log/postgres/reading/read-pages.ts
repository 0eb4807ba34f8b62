import type { StreamName } from '../../../events/streams.ts';
import type { Sql } from '../../../postgres/database.ts';
import type { LogRecord, Page, ReadPosition } from '../../event-log.ts';
import { shareFairly } from '../../reading/fair-shares.ts';
import { recordsPerBlock } from '../../records/record-columns.ts';
import { streamTable } from '../ensure-streams.ts';
import { abandonAfterMs, type PackedEnds } from './packed-ends.ts';
import { fetchPackedRecords } from './read-packs.ts';

/** Bytes of all values of one call. A page always has its first record. */
export const readBytesMax = 1024 * 1024;

/**
 * One page of packed records or rows for each position, below the given ends. A record commits
 * together with the counter, so no new record appears below an end. Rows that were packed after the
 * ends were read come with the next read.
 */
export async function readPages(
  sql: Sql,
  positions: readonly ReadPosition[],
  ends: readonly PackedEnds[],
  maxRecords: number,
): Promise<Page[]> {
  const ranges = planRanges(positions, ends, maxRecords);
  const bytesMax = Math.ceil(readBytesMax / Math.max(ranges.length, 1));
  const recordsOf = new Map<ReadPosition, LogRecord[]>(ranges.map((range) => [range.position, []]));
  const [packed, others] = [ranges.filter(isPacked), ranges.filter((range) => !isPacked(range))];
  for (const [stream, group] of Map.groupBy(others, (range) => range.position.stream)) {
    for (const { number, ...record } of await fetchRecords(sql, stream, group, bytesMax)) {
      const position = group[number - 1]?.position;
      if (position !== undefined)
        recordsOf.get(position)?.push({ ...record, stream, partition: position.partition });
    }
  }
  for (const { position, records } of await fetchPackedRecords(sql, packed, bytesMax))
    recordsOf.set(position, records);
  const rangeOf = new Map(ranges.map((range) => [range.position, range]));
  return positions.map((position, index) => {
    const records = recordsOf.get(position) ?? [];
    const { start, end } = ends[index] ?? { start: 0, end: 0 };
    const range = rangeOf.get(position);
    const { limit, to = end } = range ?? {};
    const last = records.at(-1)?.offset;
    // The limit counts the bytes of whole packs, so a page may end early. Packs have no gaps.
    const isPackLeft = range !== undefined && isPacked(range) && last !== undefined && last + 1 < to;
    const cut = records.length === limit || valueBytesOf(records) >= bytesMax || to < end || isPackLeft;
    const reachedEnd = !cut || last === end - 1;
    return { stream: position.stream, partition: position.partition, records, start, end, reachedEnd };
  });
}

/** At most `limit` records with offsets below `to`. */
interface Range {
  readonly position: ReadPosition;
  readonly to: number;
  readonly limit: number;
  /** Records below this offset are in packs. */
  readonly packed: number;
}

function isPacked({ position, packed }: Range): boolean {
  return position.offset < packed;
}

function planRanges(
  positions: readonly ReadPosition[],
  ends: readonly PackedEnds[],
  maxRecords: number,
): Range[] {
  const open = positions
    .map((position, index) => {
      const { start, end, packed } = ends[index] ?? { start: 0, end: 0, packed: 0 };
      const to = position.offset < packed ? packed : end;
      return { position, to, packed, available: to - Math.max(position.offset, start) };
    })
    .filter(({ available }) => available > 0);
  const limits = shareFairly(
    open,
    maxRecords,
    ({ available }) => available,
    ({ position, packed }, share) => (position.offset < packed ? toEndOfPack(position.offset, share) : share),
  );
  return Array.from(limits, ([{ available: _, ...range }, limit]) => ({ ...range, limit }));
}

/** Lowers the limit to the end of a pack: a pack that is read in two parts is opened twice. */
function toEndOfPack(offset: number, limit: number): number {
  const beyond = (offset + limit) % recordsPerBlock;
  return beyond < limit ? limit - beyond : limit;
}

type FetchedRecord = Omit<LogRecord, 'stream' | 'partition'> & {
  /** The number of its range, from 1. */
  readonly number: number;
};

/** The fields of a record, from rows `page`. */
export const pageColumns = `page."offset", page.append_time as "appendTime", page.key,
             page.record_id as "recordId", page.type, page.version, page.source, page.key_id as "keyId", page.value`;
export const recordColumns = '"offset", append_time, key, record_id, type, version, source, key_id, value';
/**
 * Counts rows `r`. The server knows the length of a value without reading the value. An erased
 * value counts as 0 bytes. If its length were null, the record would be missing.
 */
export const bytesBefore = `sum(coalesce(octet_length(r.value), 0)) over (order by r."offset" rows unbounded preceding)
                 - coalesce(octet_length(r.value), 0) as bytes_before`;

async function fetchRecords(
  sql: Sql,
  stream: StreamName,
  ranges: readonly Range[],
  bytesMax: number,
): Promise<FetchedRecord[]> {
  return sql.many<FetchedRecord>({
    name: `log_fetch_${stream}`,
    text: `
      select range.number::integer, ${pageColumns}
      from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::integer[]) with ordinality
        as range (partition, first, past, most, number)
      cross join lateral (
        select r.*, ${bytesBefore}
        from (
          select ${recordColumns}
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
      ranges.map(({ position }) => position.partition),
      ranges.map(({ position }) => position.offset),
      ranges.map(({ to }) => to),
      ranges.map(({ limit }) => limit),
      bytesMax,
    ],
    abandonAfterMs,
  });
}

export function valueBytesOf(records: readonly LogRecord[]): number {
  return records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
}
