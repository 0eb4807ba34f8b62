import type { Sql } from '../../postgres/database.ts';
import type { ProjectionName } from '../projection.ts';
import type { GenerationState } from './generation.ts';

/**
 * `live`: queries read it. `previous`: the last promotion replaced it. `building`: a rebuild fills
 * it. `candidate`: the newest generation above the live generation. `surplus`: nothing reads it.
 */
export type GenerationRole = 'live' | 'previous' | 'building' | 'candidate' | 'surplus';

export interface StoredGeneration {
  readonly projection: ProjectionName;
  readonly generation: number;
  readonly shape: number;
  readonly logic: number;
  readonly schema_name: string;
  readonly state: Exclude<GenerationState, 'retired'>;
  readonly damage: string | null;
  /** Ms since the last promotion or rollback of the projection; null without a live generation. */
  readonly moved_ago_ms: number | null;
  /** Whether releases of its shape read this generation. */
  readonly is_pointed_at: boolean;
  /** Whether the last promotion within the newest shape replaced this generation. */
  readonly is_replaced: boolean;
}

/** The generations that are not retired, by number; without `name`, of all projections. */
export function readStoredGenerations(sql: Sql, name?: ProjectionName): Promise<StoredGeneration[]> {
  return sql.many<StoredGeneration>({
    text: `select g.projection, g.generation, g.shape, g.logic, g.schema_name, g.state, g.damage,
                  (extract(epoch from clock_timestamp() - newest.moved_at) * 1000)::bigint as moved_ago_ms,
                  p.generation is not null as is_pointed_at,
                  coalesce(newest.previous = g.generation, false) as is_replaced
           from projection.generation g
           left join projection.pointer p using (projection, generation)
           left join lateral (
             select n.previous, max(n.moved_at) over () as moved_at
             from projection.pointer n
             where n.projection = g.projection
             order by n.shape desc
             limit 1
           ) as newest on true
           where g.state <> 'retired' and g.projection = coalesce($1, g.projection)
           order by g.projection, g.generation`,
    values: [name ?? null],
  });
}

/** Takes the generations of one projection, ordered by number. */
export function rolesOf(generations: readonly StoredGeneration[]): ReadonlyMap<number, GenerationRole> {
  const pointedAt = generations
    .filter(({ is_pointed_at }) => is_pointed_at)
    .toSorted((left, right) => right.shape - left.shape);
  const [live, earlierShape] = pointedAt;
  const replaced = generations.find(({ is_replaced }) => is_replaced);
  const previous = replaced ?? earlierShape;
  const candidate = generations.findLast(
    ({ state, generation }) => state !== 'building' && generation > (live?.generation ?? 0),
  );
  const roleOf = (each: StoredGeneration): GenerationRole => {
    if (each === live) return 'live';
    if (each === previous) return 'previous';
    if (each.state === 'building') return 'building';
    return each === candidate ? 'candidate' : 'surplus';
  };
  return new Map(generations.map((each) => [each.generation, roleOf(each)]));
}
