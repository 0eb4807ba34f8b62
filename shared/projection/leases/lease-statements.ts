import { partitionName } from '../../events/streams.ts';
import type { Sql } from '../../postgres/database.ts';
import { hasBarrierSql } from '../commit/checkpoints.ts';
import { type Checkpoint, checkpointColumns, type Lease, newLease } from '../commit/lease.ts';
import { readParkedSubjects } from '../commit/parked.ts';
import type { Generation } from '../generations/generation.ts';
import type { LeaseRow } from './plan-leases.ts';

/**
 * Takes partitions and raises their fence, so that no batch under an older fence can commit. Leaves
 * out partitions that were taken since the beat, or that a batch has locked.
 */
export async function takeLeases(
  sql: Sql,
  worker: string,
  generation: Pick<Generation, 'projection' | 'number'>,
  rows: readonly Pick<LeaseRow, 'stream' | 'partition' | 'fence'>[],
): Promise<Lease[]> {
  const taken = await sql.many<Pick<Lease, 'stream' | 'partition' | 'fence' | 'barrierAt'> & Checkpoint>({
    text: `with free as (
             select c.stream, c.partition
             from projection.checkpoint c
             join unnest($4::text[], $5::int[], $6::bigint[]) as w (stream, partition, epoch)
               using (stream, partition, epoch)
             where c.projection = $2 and c.generation = $3
             for update of c skip locked
           )
           update projection.checkpoint as c
           set owner = $1, epoch = c.epoch + 1
           from free
           where c.projection = $2
             and c.generation = $3
             and c.stream = free.stream
             and c.partition = free.partition
           returning c.stream, c.partition, c.epoch as fence, ${checkpointColumns},
                     case when ${hasBarrierSql} then c.barrier_at end as "barrierAt"`,
    values: [
      worker,
      generation.projection.name,
      generation.number,
      rows.map((row) => row.stream),
      rows.map((row) => row.partition),
      rows.map((row) => row.fence),
    ],
  });
  const parked = await readParkedSubjects(sql, generation, taken);
  return taken.map(({ stream, partition, fence, barrierAt, ...checkpoint }) => {
    const parkedSubjects = parked.get(partitionName({ stream, partition })) ?? new Set();
    return newLease({ stream, partition, fence, checkpoint, barrierAt, parkedSubjects });
  });
}

export async function releaseLeases(
  sql: Sql,
  worker: string,
  generation: Pick<Generation, 'projection' | 'number'>,
  leases: readonly Pick<Lease, 'stream' | 'partition' | 'fence'>[],
): Promise<void> {
  await sql.run({
    text: `update projection.checkpoint as c
           set owner = null
           from unnest($4::text[], $5::int[], $6::bigint[]) as w (stream, partition, epoch)
           where c.projection = $2
             and c.generation = $3
             and c.stream = w.stream
             and c.partition = w.partition
             and c.epoch = w.epoch
             and c.owner = $1`,
    values: [
      worker,
      generation.projection.name,
      generation.number,
      leases.map((lease) => lease.stream),
      leases.map((lease) => lease.partition),
      leases.map((lease) => lease.fence),
    ],
  });
}
