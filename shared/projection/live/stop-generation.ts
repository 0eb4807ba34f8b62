import type { Sql } from '../../postgres/database.ts';
import type { Lease } from '../commit/lease.ts';
import type { Generation } from '../generations/generation.ts';

/**
 * No process works on the generation until its log is back (`resume-generations.ts`) or an operator
 * acts. Does nothing when `lease` differs from the database: a process that has lost its lease may
 * see faults that do not exist.
 * @returns whether this call stopped the generation
 */
export async function stopGeneration(
  sql: Sql,
  generation: Generation,
  lease: Lease,
  reason: string,
): Promise<boolean> {
  const stopped = await sql.run({
    text: `update projection.generation g
           set state = 'stopped', stopped_reason = $3
           where g.projection = $1
             and g.generation = $2
             and g.state <> 'stopped'
             and exists (
               select
               from projection.checkpoint c
               where c.projection = $1
                 and c.generation = $2
                 and c.stream = $4
                 and c.partition = $5
                 and c.epoch = $6
                 and c.next_offset = $7
                 and c.last_append_time is not distinct from $8
             )`,
    values: [
      generation.projection.name,
      generation.number,
      reason,
      lease.stream,
      lease.partition,
      lease.fence,
      lease.checkpoint.nextOffset,
      lease.checkpoint.lastAppendTime,
    ],
  });
  return stopped === 1;
}
