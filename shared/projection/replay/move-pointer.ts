import type { Database, Sql } from '../../postgres/database.ts';
import { behindMaxMs } from '../commit/checkpoints.ts';
import { announce, generationsChanged } from '../live/announce.ts';
import type { ProjectionName } from '../projection.ts';

/** The pointer says which generation of a projection is live. */
export interface PointerMove {
  readonly name: ProjectionName;
  readonly from: number;
  readonly to: number;
}

export interface MoveObstacles {
  readonly is_verified: boolean;
  /** Missing records, in partitions whose watermark is too far behind the live watermark. */
  readonly behind: number;
  /** Records that the generation parked and the live generation folded. */
  readonly parked: number;
}

/** `$2` is the live generation, `$3` the other generation. */
const behindSql = `
  select coalesce(sum(l.next_offset - c.next_offset), 0)
  from projection.checkpoint l
  join projection.checkpoint c using (projection, stream, partition)
  where projection = $1
    and l.generation = $2
    and c.generation = $3
    and c.next_offset < l.next_offset
    and c.watermark_at < l.watermark_at - $4`;
const parkedSql = `
  select count(*)
  from projection.parked c
  where c.projection = $1
    and c.generation = $3
    and not exists (
      select
      from projection.parked l
      where l.projection = $1
        and l.generation = $2
        and l.stream = c.stream
        and l.partition = c.partition
        and l.record_offset = c.record_offset
    )`;

export function readMoveObstacles(sql: Sql, { name, from, to }: PointerMove): Promise<MoveObstacles> {
  return sql.one<MoveObstacles>({
    text: `select coalesce(g.verified_with = $2, false) as is_verified,
                  (${behindSql})::bigint as behind,
                  (${parkedSql}) as parked
           from projection.generation g
           where g.projection = $1 and g.generation = $3`,
    values: [name, from, to, behindMaxMs],
  });
}

export interface MoveConditions {
  /** Ignores all other conditions. */
  readonly force: boolean;
  /** Also requires that no record is parked that the live generation folded. */
  readonly isVerificationRequired: boolean;
}

/**
 * Moves the pointer, and tells the readers. The statement checks the conditions again, and locks
 * the generation's row first. So the second of two promotions at once waits, and finds the
 * generation live. Does nothing unless the pointer stands at `from`.
 * @returns whether the pointer moved
 */
export async function movePointer(
  database: Database,
  { name, from, to }: PointerMove,
  { force, isVerificationRequired }: MoveConditions,
): Promise<boolean> {
  const moved = await database.run({
    text: `with target as (
             select g.projection, g.generation, g.shape
             from projection.generation g
             where g.projection = $1
               and g.generation = $3
               and g.state = 'ready'
               and exists (select from projection.pointer where projection = $1 and generation = $2)
               and (
                 $5
                 or (
                   (not $6 or g.verified_with = $2)
                   and (${behindSql}) = 0
                   and (not $6 or (${parkedSql}) = 0)
                 )
               )
             for no key update of g
           ),
           moved as (
             insert into projection.pointer as p (projection, shape, generation, previous)
             select projection, shape, generation, null
             from target
             on conflict (projection, shape) do update
             set generation = excluded.generation,
                 previous = p.generation,
                 moved_at = clock_timestamp()
             where p.generation = $2
             returning p.projection, p.generation, p.previous
           ),
           -- Served rows stay served: a generation with the same records is as current.
           as_current as (
             update projection.checkpoint c
             set watermark_at = greatest(c.watermark_at, l.watermark_at)
             from moved
             join projection.checkpoint l on l.projection = moved.projection and l.generation = $2
             where c.projection = moved.projection
               and c.generation = moved.generation
               and c.stream = l.stream
               and c.partition = l.partition
               and c.next_offset >= l.next_offset
           )
           update projection.generation g
           set state = case
                 when g.generation = moved.generation then 'live'
                 when g.state = 'live' then 'ready'
                 else g.state
               end
           from moved
           where g.projection = moved.projection and g.generation in (moved.generation, moved.previous)`,
    values: [name, from, to, behindMaxMs, force, isVerificationRequired],
  });
  if (moved === 0) return false;
  await announce(database, [generationsChanged]);
  return true;
}
