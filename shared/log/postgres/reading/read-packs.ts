import type { StreamName } from '../../../events/streams.ts';
import type { Sql } from '../../../postgres/database.ts';
import { releaseBuffer } from '../../../runtime/release-buffer.ts';
import type { ColumnsRequest, LogRecord, PackBytes, ReadPosition, RecordColumns } from '../../event-log.ts';
import { columnsOfPack, compressPack, type Pack, recordsOfPack } from '../../records/pack.ts';
import { withoutValuesOf } from '../../records/read-columns-from-records.ts';
import { encodeColumns, recordsPerBlock } from '../../records/record-columns.ts';
import { packTable } from '../ensure-streams.ts';
import { abandonAfterMs } from './packed-ends.ts';

interface PackedRange {
  readonly position: ReadPosition;
  readonly limit: number;
}

/**
 * The packed records of each range, up to its limit or `bytesMax` of values.
 * @throws DamagedPack
 */
export async function fetchPackedRecords(
  sql: Sql,
  ranges: readonly PackedRange[],
  bytesMax: number,
): Promise<{ readonly position: ReadPosition; readonly records: LogRecord[] }[]> {
  if (ranges.length === 0) return [];
  const packsOf = await fetchPacks(sql, ranges, bytesMax);
  return ranges.map(({ position, limit }, index) => {
    const records: LogRecord[] = [];
    let bytes = 0;
    for (const pack of packsOf[index] ?? []) {
      if (records.length >= limit || bytes >= bytesMax) break;
      for (const record of recordsOfPack(pack)) {
        if (record.offset < position.offset || records.length >= limit || bytes >= bytesMax) continue;
        records.push(record);
        bytes += record.value?.length ?? 0;
      }
    }
    return { position, records };
  });
}

/**
 * See `EventLog.readColumns`. Null without packed records. Decodes a pack only to cut it or to
 * leave out subjects.
 * @throws DamagedPack
 */
export async function readPackedColumns(
  sql: Sql,
  position: ReadPosition,
  wanted: ColumnsRequest,
): Promise<RecordColumns | null> {
  const without = new Set(wanted.without);
  const blocks: Buffer[] = [];
  let records = 0;
  let bytes = 0;
  for (const part of await fetchParts(sql, position, wanted)) {
    if (bytes >= wanted.maxBytes) break;
    const { columns } = columnsOfPart(part, without);
    blocks.push(columns);
    records += part.past - part.first;
    bytes += columns.length;
  }
  const { offset: first } = position;
  return records === 0 ? null : { records, first, last: first + records - 1, bytes: Buffer.concat(blocks) };
}

/** Decompressed bytes of one call, because callers decompress packs. */
const openedBytesMax = 8 * 1024 * 1024;

/**
 * See `EventLog.readPacks`. Rewrites a pack only to cut it or to remove values. Releases opened
 * packs at once. Otherwise V8 would collect the packs late.
 * @throws DamagedPack
 */
export async function readPacks(
  sql: Sql,
  position: ReadPosition,
  wanted: ColumnsRequest,
): Promise<PackBytes[] | null> {
  const without = new Set(wanted.without);
  const packs: PackBytes[] = [];
  let opened = 0;
  for (const part of await fetchParts(sql, position, wanted)) {
    if (opened >= openedBytesMax) break;
    const { columns, isWhole } = columnsOfPart(part, without);
    opened += columns.length;
    packs.push({
      records: part.past - part.first,
      bytes: isWhole ? part.pack.bytes : compressPack(columns),
    });
    releaseBuffer(columns);
  }
  return packs.length === 0 ? null : packs;
}

/** From `first` on, below `past`. */
interface PackPart {
  readonly pack: Pack;
  readonly first: number;
  readonly past: number;
}

async function fetchParts(sql: Sql, position: ReadPosition, wanted: ColumnsRequest): Promise<PackPart[]> {
  const past = Math.min(wanted.past, position.offset + wanted.maxRecords);
  const [packs = []] = await fetchPacks(sql, [{ position, limit: past - position.offset }], wanted.maxBytes);
  const parts: PackPart[] = [];
  let next = position.offset;
  for (const pack of packs) {
    if (pack.first > next || next >= past) break;
    parts.push({ pack, first: next, past: Math.min(pack.past, past) });
    next = pack.past;
  }
  return parts;
}

/** @returns the columns, and whether they are the unchanged pack */
function columnsOfPart(
  { pack, first, past }: PackPart,
  without: ReadonlySet<string>,
): { readonly columns: Buffer; readonly isWhole: boolean } {
  const isCut = first > pack.first || past < pack.past;
  const opened = columnsOfPack(pack);
  if (!isCut && without.size === 0) return { columns: opened, isWhole: true };
  const records = recordsOfPack(pack, opened).slice(first - pack.first, past - pack.first);
  const emptied = withoutValuesOf(records, without);
  if (!isCut && !emptied.isChanged) return { columns: opened, isWhole: true };
  const columns = encodeColumns(emptied.records);
  releaseBuffer(opened);
  return { columns, isWhole: false };
}

/** In order, up to the pack that reaches `bytesMax`. */
async function fetchPacks(sql: Sql, ranges: readonly PackedRange[], bytesMax: number): Promise<Pack[][]> {
  const packsOf = new Map<PackedRange, Pack[]>(ranges.map((range) => [range, []]));
  for (const [stream, group] of Map.groupBy(ranges, (range) => range.position.stream)) {
    for (const { number, ...pack } of await fetchPacksOf(sql, stream, group, bytesMax)) {
      const range = group[number - 1];
      if (range !== undefined) packsOf.get(range)?.push({ ...range.position, ...pack });
    }
  }
  return ranges.map((range) => packsOf.get(range) ?? []);
}

type FetchedPack = Omit<Pack, 'stream' | 'partition'> & {
  /** The number of its range, from 1. */
  readonly number: number;
};

/** Reads the stream's own table, because `hub_ingest` may read the packs of one stream only. */
function fetchPacksOf(
  sql: Sql,
  stream: StreamName,
  ranges: readonly PackedRange[],
  bytesMax: number,
): Promise<FetchedPack[]> {
  return sql.many<FetchedPack>({
    name: `log_fetch_packs_${stream}`,
    text: `
      select range.number::integer, pack.first_offset as first, pack.past_offset as past, pack.records as bytes
      from unnest($1::smallint[], $2::bigint[], $3::integer[]) with ordinality
        as range (partition, first, most, number)
      cross join lateral (
        select p.*, sum(octet_length(p.records)) over (order by p.past_offset rows unbounded preceding)
                 - octet_length(p.records) as bytes_before
        from (
          select first_offset, past_offset, records
          from ${packTable(stream)}
          where partition = range.partition
            and past_offset > range.first
          order by past_offset
          limit range.most
        ) as p
      ) as pack
      where pack.bytes_before < $4
      order by range.number, pack.past_offset`,
    values: [
      ranges.map(({ position }) => position.partition),
      ranges.map(({ position }) => position.offset),
      // The first pack may be read from its middle, so another pack may be needed.
      ranges.map(({ limit }) => Math.ceil(limit / recordsPerBlock) + 1),
      bytesMax,
    ],
    abandonAfterMs,
  });
}
