import { isKeptForever, type StreamName, streamNames } from '../../../events/streams.ts';
import { clockSql } from '../../../postgres/clock/clock-sql.ts';
import type { Sql, Tx } from '../../../postgres/database.ts';
import { compressPack } from '../../records/pack.ts';
import { recordsPerBlock } from '../../records/record-columns.ts';
import { streamTable } from '../ensure-streams.ts';
import { readRowColumns } from '../reading/read-columns.ts';
import type { MaintenanceBatch } from './clear-stream.ts';

/** After this time, readers that follow the log need not open the pack of a record. */
const settleMs = 10 * 60_000;

/** The streams with enough rows for a pack. A role that may not pack gets an empty list. */
export async function findUnpackedStreams(sql: Sql): Promise<StreamName[]> {
  const rows = await sql.many<{ stream: StreamName }>({
    text: `
      select stream
      from log.partition
      where stream = any($1)
        and next_offset - packed_offset >= $2
        and has_function_privilege('log.pack_rows(text, integer, bigint, bytea)', 'execute')
      group by stream
      order by stream`,
    values: [streamNames.filter(isKeptForever), recordsPerBlock],
  });
  return rows.map(({ stream }) => stream);
}

/**
 * Moves the oldest 250 records of one partition from rows into a pack. The caller holds the lock of
 * maintenance, which keeps erasures away.
 */
export async function packBatch(
  tx: Tx,
  stream: StreamName,
  onlyPartition: number | null,
): Promise<MaintenanceBatch> {
  const place = await findPackable(tx, stream, onlyPartition);
  if (place === null) return { deleted: 0, more: false };
  const { partition, first } = place;
  const past = first + recordsPerBlock;
  const wanted = { past, maxRecords: recordsPerBlock, maxBytes: Number.MAX_SAFE_INTEGER, without: [] };
  const columns = await readRowColumns(tx, { stream, partition, offset: first }, wanted);
  if (columns?.records !== recordsPerBlock) throw new Error(`${stream} lost records while they were packed`);
  await tx.run({
    text: 'select log.pack_rows($1, $2, $3, $4)',
    values: [stream, partition, past, compressPack(columns.bytes)],
  });
  return { deleted: recordsPerBlock, more: true };
}

/** Prefers the partition with the most unpacked rows. */
function findPackable(
  tx: Tx,
  stream: StreamName,
  onlyPartition: number | null,
): Promise<{ partition: number; first: number } | null> {
  return tx.maybeOne({
    name: `log_find_packable_${stream}`,
    text: `
      select p.partition, p.packed_offset as first
      from (
        select partition, packed_offset
        from log.partition
        where stream = $1
          and partition = coalesce($4::smallint, partition)
          and next_offset - packed_offset >= $2::integer
        order by next_offset - packed_offset desc
        offset 0
      ) as p
      where $2::integer = (
        select count(*)
        from ${streamTable(stream)} as r
        where r.partition = p.partition
          and r."offset" >= p.packed_offset
          and r."offset" < p.packed_offset + $2::integer
          and r.append_time < ${clockSql} - $3::bigint
      )
      limit 1`,
    values: [stream, recordsPerBlock, settleMs, onlyPartition],
  });
}
