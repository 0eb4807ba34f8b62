import { dayMs } from '../../../domain/durations.ts';
import type { StreamName } from '../../../events/streams.ts';
import { clockSql } from '../../../postgres/clock/clock-sql.ts';
import type { Tx } from '../../../postgres/database.ts';
import { streamTable } from '../ensure-streams.ts';
import type { MaintenanceBatch } from './maintenance-types.ts';

/** For readers that are a little behind. */
const settleMs = 60_000;
/** For readers that still have the record key. */
const tombstoneMs = 7 * dayMs;
export const compactedRecordsMax = 5_000;

/**
 * Compacts the next batch of one partition: only the newest record of each record key stays. The
 * counter row is updated last, so that its lock is short.
 */
export async function compactBatch(
  tx: Tx,
  stream: StreamName,
  onlyPartition: number | null,
): Promise<MaintenanceBatch> {
  const batch = await findBatch(tx, stream, onlyPartition);
  if (batch === null) return { deleted: 0, more: false };
  const { partition, first, past } = batch;
  const deleted = await tx.run({
    // Finds the records key by key in the index, and passes them as an array of unknown length.
    // Otherwise the planner expects to delete most of a long log, and reads all of it for each
    // batch.
    text: `
      delete from ${streamTable(stream)}
      where partition = $1
        and "offset" = any (array(
          select old."offset"
          from (
            select key, max("offset") as "offset"
            from ${streamTable(stream)}
            where partition = $1
              and "offset" >= $2
              and "offset" < $3
            group by key
          ) as newest
          cross join lateral (
            select "offset"
            from ${streamTable(stream)}
            where partition = $1
              and key = newest.key
              and "offset" < newest."offset"
            offset 0
          ) as old
        ))`,
    values: [partition, first, past],
  });
  await tx.run({
    text: 'update log.partition set compacted_offset = $3 where stream = $1 and partition = $2',
    values: [stream, partition, past],
  });
  return { deleted, more: true };
}

interface Batch {
  readonly partition: number;
  readonly first: number;
  readonly past: number;
}

async function findBatch(tx: Tx, stream: StreamName, onlyPartition: number | null): Promise<Batch | null> {
  const found = await tx.maybeOne<Omit<Batch, 'past'>>({
    name: `log_find_uncompacted_${stream}`,
    text: `
      select p.partition, p.compacted_offset as first
      from log.partition as p
      cross join lateral (
        select append_time
        from ${streamTable(stream)}
        where partition = p.partition
          and "offset" >= p.compacted_offset
        order by "offset"
        limit 1
      ) as oldest
      where p.stream = $1
        and p.partition = coalesce($3::smallint, p.partition)
        and oldest.append_time < ${clockSql} - $2::bigint
      limit 1`,
    values: [stream, settleMs, onlyPartition],
  });
  if (found === null) return null;
  const { past } = await tx.one<{ past: number }>({
    text: `
      select max("offset") + 1 as past
      from (
        select "offset", append_time
        from ${streamTable(stream)}
        where partition = $1
          and "offset" >= $2
        order by "offset"
        limit $3
      ) as next
      where append_time < ${clockSql} - $4::bigint`,
    values: [found.partition, found.first, compactedRecordsMax, settleMs],
  });
  return { ...found, past };
}

/**
 * Deletes old tombstones in the compacted part of a partition, where no older record of their key
 * is left. Elsewhere an older record would count again. The last record of a partition stays:
 * otherwise a reader would wait for an offset that never comes.
 */
export async function deleteTombstones(
  tx: Tx,
  stream: StreamName,
  onlyPartition: number | null,
): Promise<MaintenanceBatch> {
  const deleted = await tx.run({
    text: `
      delete from ${streamTable(stream)} as old
      using (
        select r.partition, r."offset"
        from log.partition as p
        join ${streamTable(stream)} as r
          on r.partition = p.partition
          and r."offset" < least(p.compacted_offset, p.next_offset - 1)
        where p.stream = $1
          and p.partition = coalesce($4::smallint, p.partition)
          and r.value is null
          and r.append_time < ${clockSql} - $2::bigint
        limit $3
      ) as expired
      where old.partition = expired.partition
        and old."offset" = expired."offset"`,
    values: [stream, tombstoneMs, compactedRecordsMax, onlyPartition],
  });
  return { deleted, more: deleted === compactedRecordsMax };
}
