import type { Partition } from '../../events/streams.ts';
import { clockSql } from '../../postgres/clock/clock-sql.ts';
import type { Sql, Tx } from '../../postgres/database.ts';
import { projectionChannel } from '../../postgres/notifications.ts';
import type { Generation } from '../generations/generation.ts';
import type { BatchRecord } from './batch.ts';
import type { Erasable } from './erase-rows.ts';
import type { Checkpoint, Lease } from './lease.ts';

export interface Move {
  readonly generation: Generation;
  readonly lease: Lease;
  readonly from: number;
  readonly to: Checkpoint;
}

/**
 * How far a watermark stays behind the last record of a batch, or behind `caughtUpAt`. Append times
 * may be out of order by less than this.
 */
export const watermarkDelayMs = 2_000;

/**
 * How far watermarks of tables may be behind that become live: clients ask again for the last 30 s
 * anyway (read-api.md, since).
 */
export const behindMaxMs = 5_000;

/**
 * Longest wait for an answer, above the 60 s after which the server ends a statement. TCP alone
 * would notice a dropped connection only after a quarter of an hour.
 */
export const checkpointAnswerMs = 65_000;

/**
 * SQL: whether a checkpoint `c` has a barrier now. A barrier lasts less than 10 s: a
 * `barrier_until` further ahead is from before the clock was set back.
 */
export const hasBarrierSql = `c.barrier_until between clock_timestamp() and clock_timestamp() + interval '10 seconds'`;

export function movesOf(generation: Generation, batch: readonly BatchRecord[]): Move[] {
  const last = new Map<Lease, BatchRecord>();
  for (const record of batch) last.set(record.lease, record);
  return [...last].map(([lease, { offset, recordTime, appendTime }]) => ({
    generation,
    lease,
    from: lease.checkpoint.nextOffset,
    to: { nextOffset: offset + 1, recordTime, lastAppendTime: appendTime },
  }));
}

/** The revisions of checkpoints, at the time of their lock. */
export type Revisions = ReadonlyMap<Lease, number>;

/**
 * SQL with the values of `advanceValues`: checks the fences, locks the rows and moves the
 * positions. Returns `number` (from 1) and `revision` of each moved checkpoint.
 */
export const advanceSql = `
  update projection.checkpoint as c
  set next_offset = m.next_offset,
      record_time = m.record_time,
      last_append_time = m.last_append_time,
      watermark_at = greatest(c.watermark_at, m.record_time - $1)
  from unnest(
         $2::text[], $3::int[], $4::text[], $5::int[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[],
         $10::bigint[]
       ) with ordinality
    as m (projection, generation, stream, partition, epoch, expected, next_offset, record_time,
          last_append_time, number)
  where c.projection = m.projection
    and c.generation = m.generation
    and c.stream = m.stream
    and c.partition = m.partition
    and c.epoch = m.epoch
    and c.next_offset = m.expected
    and (c.barrier_at is null or m.next_offset <= c.barrier_at or not (${hasBarrierSql}))
  returning m.number::int, c.revision, case when $11 then pg_notify($12, c.projection) end`;

/** @param announces whether the commit announces the names of the projections */
export function advanceValues(moves: readonly Move[], announces: boolean): readonly unknown[] {
  return [
    watermarkDelayMs,
    moves.map(({ generation }) => generation.projection.name),
    moves.map(({ generation }) => generation.number),
    moves.map(({ lease }) => lease.stream),
    moves.map(({ lease }) => lease.partition),
    moves.map(({ lease }) => lease.fence),
    moves.map(({ from }) => from),
    moves.map(({ to }) => to.nextOffset),
    moves.map(({ to }) => to.recordTime),
    moves.map(({ to }) => to.lastAppendTime),
    announces,
    projectionChannel,
  ];
}

/**
 * Must be the first statement of a batch.
 * @returns null when a partition was lost or has a barrier, so roll back
 */
export async function advanceCheckpoints(
  sql: Sql,
  moves: readonly Move[],
  announces = false,
): Promise<Revisions | null> {
  const moved = await sql.many<{ number: number; revision: number }>({
    text: advanceSql,
    values: advanceValues(moves, announces),
    name: 'projection-advance',
  });
  if (moved.length !== moves.length) return null;
  const revisions = new Map(moved.map(({ number, revision }) => [number, revision]));
  return new Map(moves.map(({ lease }, index) => [lease, revisions.get(index + 1) ?? 0]));
}

/** Nothing was left to read in `leases` at `caughtUpAt` (epoch ms, database clock). */
export interface QuietPartitions {
  readonly generation: Generation;
  readonly leases: readonly Lease[];
  readonly caughtUpAt: number;
}

/**
 * Writes the watermarks of partitions that this process still has. Announces `news` with the name
 * of each projection of which it wrote any. Locked rows stay for the next call. A wait would hold
 * up the other rows.
 * @returns the number of written rows for each entry of `quiet`
 */
export async function moveWatermarks(
  sql: Sql,
  quiet: readonly QuietPartitions[],
  news: string,
): Promise<number[]> {
  const rows = quiet.flatMap(({ leases, ...of }, number) =>
    leases.map((lease) => ({ ...of, number, lease })),
  );
  const moved = await sql.many<{ number: number; rows: number }>({
    abandonAfterMs: checkpointAnswerMs,
    // A row is found again by its place (`ctid`), which is cheaper than by its key. An idle hub
    // moves all rows every 2 s.
    text: `with mine as (
             select c.ctid as place, m.number, m.projection, m.watermark_at
             from unnest(
               $1::int[], $2::text[], $3::int[], $4::bigint[], $5::text[], $6::int[], $7::bigint[], $8::bigint[]
             ) as m (number, projection, generation, watermark_at, stream, partition, epoch, expected)
             join projection.checkpoint c using (projection, generation, stream, partition)
             where c.epoch = m.epoch and c.next_offset = m.expected
             for update of c skip locked
           ),
           moved as (
             update projection.checkpoint as c
             set watermark_at = greatest(c.watermark_at, mine.watermark_at)
             from mine
             where c.ctid = mine.place
             returning mine.number, mine.projection
           )
           select number, count(*) as rows, pg_notify($9, $10 || projection)
           from moved
           group by number, projection`,
    values: [
      rows.map(({ number }) => number),
      rows.map(({ generation }) => generation.projection.name),
      rows.map(({ generation }) => generation.number),
      rows.map(({ caughtUpAt }) => caughtUpAt - watermarkDelayMs),
      rows.map(({ lease }) => lease.stream),
      rows.map(({ lease }) => lease.partition),
      rows.map(({ lease }) => lease.fence),
      rows.map(({ lease }) => lease.checkpoint.nextOffset),
      projectionChannel,
      news,
    ],
    name: 'projection-move-watermarks',
  });
  const counts = quiet.map(() => 0);
  for (const { number, rows: count } of moved) counts[number] = count;
  return counts;
}

/**
 * Call this first in a transaction that changes rows outside a batch. The raised revision makes the
 * next `readExcluded` read erasures and decisions again.
 * @returns false when the checkpoint does not exist
 */
export async function lockAndReviseCheckpoint(
  tx: Tx,
  { projection, number }: Erasable,
  { stream, partition }: Partition,
): Promise<boolean> {
  const revised = await tx.run({
    text: `update projection.checkpoint
           set revision = revision + 1,
               revised_at = greatest(revised_at, ${clockSql})
           where projection = $1 and generation = $2 and stream = $3 and partition = $4`,
    values: [projection.name, number, stream, partition],
  });
  return revised > 0;
}
