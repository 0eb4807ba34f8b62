import type { Partition } from '../../events/streams.ts';
import type { Sql } from '../../postgres/database.ts';
import type { GenerationState } from '../generations/generation.ts';
import type { ProjectionName } from '../projection.ts';

export interface ParkedHead extends Partition {
  readonly record_id: string;
  readonly projection: ProjectionName;
  readonly generation: number;
  readonly state: Exclude<GenerationState, 'retired'>;
  readonly record_offset: number;
  readonly subject: string;
  readonly reason: string;
  /** Epoch ms. */
  readonly parked_at: number;
  /** Later records of its subject that wait behind it. */
  readonly waiting: number;
}

/**
 * Parked records that could not be folded themselves, oldest first.
 * @param recordId null for all records
 */
export function readParked(sql: Sql, recordId: string | null = null): Promise<ParkedHead[]> {
  return sql.many<ParkedHead>({
    text: `select p.record_id, p.projection, p.generation, g.state, p.stream, p.partition, p.record_offset, p.subject,
                  p.reason, (extract(epoch from p.parked_at) * 1000)::bigint as parked_at,
                  (
                    select count(*)
                    from projection.parked b
                    where b.behind
                      and b.projection = p.projection
                      and b.generation = p.generation
                      and b.stream = p.stream
                      and b.partition = p.partition
                      and b.subject = p.subject
                  ) as waiting
           from projection.parked p
           join projection.generation g using (projection, generation)
           where not p.behind and g.state <> 'retired' and ($1::text is null or p.record_id = $1)
           order by p.parked_at, p.projection, p.generation, p.stream, p.partition, p.record_offset`,
    values: [recordId],
  });
}
