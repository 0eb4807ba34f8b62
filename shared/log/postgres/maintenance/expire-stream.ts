import type { StreamName } from '../../../events/streams.ts';
import { clockSql } from '../../../postgres/clock/clock-sql.ts';
import type { Tx } from '../../../postgres/database.ts';
import { streamTable } from '../ensure-streams.ts';
import type { MaintenanceBatch } from './maintenance-types.ts';

/** Records must be gone before their retention ends. */
const expireAheadMs = 10 * 60_000;
export const expiredRecordsMax = 2_000;

/**
 * Deletes the oldest expired records of one partition and moves its start. The counter row is
 * updated last, so that its lock is short.
 */
export async function expireBatch(
  tx: Tx,
  stream: StreamName,
  keepMs: number,
  onlyPartition: number | null,
): Promise<MaintenanceBatch> {
  const keptMs = keepMs - expireAheadMs;
  const partition = await findExpired(tx, stream, keptMs, onlyPartition);
  if (partition === null) return { deleted: 0, more: false };
  const { past } = await tx.one<{ past: number }>({
    text: `
      select max("offset") + 1 as past
      from (
        select "offset", append_time
        from ${streamTable(stream)}
        where partition = $1
        order by "offset"
        limit $2
      ) as oldest
      where append_time < ${clockSql} - $3::bigint`,
    values: [partition, expiredRecordsMax, keptMs],
  });
  const deleted = await tx.run({
    text: `delete from ${streamTable(stream)} where partition = $1 and "offset" < $2`,
    values: [partition, past],
  });
  await tx.run({
    text: `
      update log.partition
      set start_offset = greatest(start_offset, $3)
      where stream = $1
        and partition = $2`,
    values: [stream, partition, past],
  });
  return { deleted, more: true };
}

/**
 * Checks only the oldest record. A later record is older by a clock skew at most, and
 * `expireAheadMs` is much longer.
 */
async function findExpired(
  tx: Tx,
  stream: StreamName,
  keptMs: number,
  onlyPartition: number | null,
): Promise<number | null> {
  const found = await tx.maybeOne<{ partition: number }>({
    name: `log_find_expired_${stream}`,
    text: `
      select p.partition
      from log.partition as p
      cross join lateral (
        select append_time
        from ${streamTable(stream)}
        where partition = p.partition
        order by "offset"
        limit 1
      ) as oldest
      where p.stream = $1
        and p.partition = coalesce($3::smallint, p.partition)
        and oldest.append_time < ${clockSql} - $2::bigint
      limit 1`,
    values: [stream, keptMs, onlyPartition],
  });
  return found?.partition ?? null;
}
