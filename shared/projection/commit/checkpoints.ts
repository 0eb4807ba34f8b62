import type { Sql } from '../../postgres/database.ts';
import { projectionChannel } from '../../postgres/notifications.ts';
import type { Generation } from '../generations/generation.ts';
import type { BatchRecord } from './batch.ts';
import type { Checkpoint, Lease } from './lease.ts';

/** The move of one checkpoint by a batch. */
export interface Move {
  readonly lease: Lease;
  readonly from: number;
  readonly to: Checkpoint;
}

/**
 * How far the watermark stays behind the last record of a batch, ms. On a quiet partition: behind
 * `caughtUpAt`. Append times that are out of order by less do not make a watermark wrong.
 */
export const watermarkDelayMs = 2_000;

/**
 * Longest wait for an answer, a little above the 60 s after which the server ends a statement. A
 * network that drops the connection also loses the server's message that the statement ended. TCP
 * alone would notice after a quarter of an hour, and the generation would stand still until then.
 */
export const checkpointAnswerMs = 65_000;

/**
 * SQL: whether a checkpoint `c` has a barrier now (columns `barrier_at` and `barrier_until`). A
 * barrier is an offset at which a verification makes a generation wait. A barrier lasts less than
 * 10 s. A `barrier_until` that is further ahead is ignored: its process died, and then the
 * database's clock was set back.
 */
export const hasBarrierSql = `c.barrier_until between clock_timestamp() and clock_timestamp() + interval '10 seconds'`;

/** One move for each partition of the batch, to the offset after its last record in the batch. */
export function movesOf(batch: readonly BatchRecord[]): Move[] {
  const last = new Map<Lease, BatchRecord>();
  for (const record of batch) last.set(record.lease, record);
  return [...last].map(([lease, { offset, recordTime, appendTime }]) => ({
    lease,
    from: lease.checkpoint.nextOffset,
    to: { nextOffset: offset + 1, recordTime, lastAppendTime: appendTime },
  }));
}

/**
 * The first statement of every batch: it checks the fence, locks the row and moves the position at
 * once. A row moves only if fence and offset are the expected values. So a process that lost a
 * partition cannot write, even before the process knows about the loss. A process that does not
 * know about a barrier cannot pass the barrier.
 * @returns the number of rows that moved; fewer than `moves` means that a partition was lost or has
 * a barrier
 */
export async function advanceCheckpoints(
  sql: Sql,
  generation: Generation,
  moves: readonly Move[],
): Promise<number> {
  return sql.run({
    text: `update projection.checkpoint as c
           set next_offset = m.next_offset,
               record_time = m.record_time,
               last_append_time = m.last_append_time,
               watermark_at = greatest(c.watermark_at, m.record_time - $3)
           from unnest($4::text[], $5::int[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
             as m (stream, partition, epoch, expected, next_offset, record_time, last_append_time)
           where c.projection = $1
             and c.generation = $2
             and c.stream = m.stream
             and c.partition = m.partition
             and c.epoch = m.epoch
             and c.next_offset = m.expected
             and (c.barrier_at is null or m.next_offset <= c.barrier_at or not (${hasBarrierSql}))`,
    values: [
      generation.projection.name,
      generation.number,
      watermarkDelayMs,
      moves.map(({ lease }) => lease.stream),
      moves.map(({ lease }) => lease.partition),
      moves.map(({ lease }) => lease.fence),
      moves.map(({ from }) => from),
      moves.map(({ to }) => to.nextOffset),
      moves.map(({ to }) => to.recordTime),
      moves.map(({ to }) => to.lastAppendTime),
    ],
    name: 'projection-advance',
  });
}

/**
 * Partitions of a generation in which nothing was left to read at `caughtUpAt` (epoch ms, database
 * clock).
 */
export interface QuietPartitions {
  readonly generation: Generation;
  readonly leases: readonly Lease[];
  readonly caughtUpAt: number;
}

/**
 * Moves the watermarks of quiet partitions, of any number of generations, and announces `news` if
 * any moved. Like a batch, it changes only partitions that this process still has. A locked row
 * stays for the next call, because waiting would hold up the other rows.
 * @returns the number of moved rows for each entry of `quiet`, in the same order
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
    // Finding a row again by its place costs a quarter less than by its key. An idle hub moves all
    // rows every 2 s.
    text: `with mine as (
             select c.ctid as place, m.number, m.watermark_at
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
             returning mine.number
           )
           select number, count(*) as rows, pg_notify($9, $10)
           from moved
           group by number`,
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
