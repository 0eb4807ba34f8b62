import { LogUnavailable } from '../../../errors/errors.ts';
import { isKeptForever } from '../../../events/streams.ts';
import type { Sql } from '../../../postgres/database.ts';
import type { ColumnsRequest, ReadPosition, RecordColumns } from '../../event-log.ts';
import { recordsPerBlock } from '../../records/record-columns.ts';
import { streamTable } from '../ensure-streams.ts';
import { abandonAfterMs } from './packed-ends.ts';
import { readPackedColumns } from './read-packs.ts';

interface Block {
  /** The next offset of the partition. */
  readonly end: number;
  readonly records: number;
  readonly first: number;
  readonly last: number;
  /** Base64: the driver decodes hexadecimal bytea more slowly. */
  readonly columns: string;
}

/** See `EventLog.readColumns`. */
export async function readColumns(
  sql: Sql,
  position: ReadPosition,
  wanted: ColumnsRequest,
): Promise<RecordColumns | null> {
  const packed = () => (isKeptForever(position.stream) ? readPackedColumns(sql, position, wanted) : null);
  const before = await packed();
  if (before !== null) return before;
  const columns = await readRowColumns(sql, position, wanted);
  // The rows may have been packed between the two statements.
  return columns?.first === position.offset ? columns : ((await packed()) ?? columns);
}

/**
 * The server builds the blocks of `record-columns.ts`, so that no record is decoded here. Each
 * block is one row, because larger rows make V8 collect all garbage often.
 */
export async function readRowColumns(
  sql: Sql,
  { stream, partition, offset }: ReadPosition,
  { past, maxRecords, maxBytes, without }: ColumnsRequest,
): Promise<RecordColumns | null> {
  const blocks = await sql.many<Block>({
    name: `log_columns_${stream}`,
    text: `
      select (select next_offset from log.partition where stream = $1 and partition = $2) as "end",
             count(*)::integer as records, min("offset") as first, max("offset") as last,
             encode(
               array_send(array_agg("offset")) || array_send(array_agg(append_time)) || array_send(array_agg(key))
                 || array_send(array_agg(record_id)) || array_send(array_agg(type)) || array_send(array_agg(version))
                 || array_send(array_agg(source)) || array_send(array_agg(key_id)) || array_send(array_agg(value)),
               'base64'
             ) as columns
      from (
        select "offset", append_time, key, record_id, type, version, source,
               case when is_left_out then null else key_id end as key_id,
               case when is_left_out then null else value end as value,
               (row_number() over (order by "offset" rows unbounded preceding) - 1 + $3 % $8) / $8 as block,
               sum(coalesce(octet_length(value), 0)) over (order by "offset" rows unbounded preceding)
                 - coalesce(octet_length(value), 0) as bytes_before
        from (
          select *, split_part(key, '/', 1) = any($7::text[]) as is_left_out
          from ${streamTable(stream)}
          where partition = $2
            and "offset" >= $3
            and "offset" < $4
          order by "offset"
          limit $5
        ) as record
        order by "offset"
      ) as page
      where bytes_before < $6
      group by block
      order by block`,
    values: [stream, partition, offset, past, maxRecords, maxBytes, without, recordsPerBlock],
    abandonAfterMs,
  });
  const [first, last] = [blocks.at(0), blocks.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (first.end < past) throw new LogUnavailable(`${stream} is shorter than it was`);
  const records = blocks.reduce((sum, block) => sum + block.records, 0);
  return { records, first: first.first, last: last.last, bytes: decode(blocks) };
}

function decode(blocks: readonly Block[]): Buffer {
  const bytes = Buffer.allocUnsafe(blocks.reduce((sum, { columns }) => sum + columns.length, 0));
  let at = 0;
  for (const { columns } of blocks) at += bytes.write(columns, at, 'base64');
  return bytes.subarray(0, at);
}
