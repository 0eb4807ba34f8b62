import type { Sql } from '../../postgres/database.ts';
import type { Lease } from '../commit/lease.ts';
import type { Generation } from '../generations/generation.ts';

/**
 * Stops a generation. It keeps its tables and position, and no process works on it until an operator acts. Does nothing when
 * `lease` is not valid any more, because a process that has lost its lease may see faults where there are none.
 * @returns whether it was stopped now
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
             )`,
    values: [
      generation.projection.name,
      generation.number,
      reason,
      lease.stream,
      lease.partition,
      lease.epoch,
    ],
  });
  return stopped === 1;
}
