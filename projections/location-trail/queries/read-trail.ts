import { sql } from 'slonik';
import { z } from 'zod';
import { minuteMs } from '../../../shared/domain/durations.ts';
import type { AccountRange } from '../../../shared/postgres/account-in-tables.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';

export interface TrailRequest extends AccountRange {
  /** Only minutes after this minute since the epoch; null begins with the oldest. */
  readonly afterMinute: number | null;
  readonly limit: number;
}

const TrailPage = z.object({
  /** JSON text of points (read-api.md 2.7), joined by commas. */
  points: z.string(),
  count: z.int(),
  /** The next page starts after this minute; null for an empty page. */
  lastMinute: z.int().nullable(),
});

/** After a longer time, the way between two points is unknown (rules/additions.md#via). */
const gapMs = 5 * minuteMs;
const tickMs = 600;
/**
 * Tiles in a game tick, on foot and on a boat. A move may be `spareTiles` longer than the ticks
 * allow.
 */
const [walkedTiles, sailedTiles, spareTiles] = [2, 4, 6];
/** The underground lies this far north of the surface above it. */
const undergroundTiles = 6_400;

/** How a player came from the previous point; null for the first point. */
const via = sql.fragment`
  case
    when before_at is null then null
    when at - before_at > ${gapMs}::int then 'gap'
    when greatest(dx, dy) <= reach then 'move'
    when dx <= reach and abs(dy - ${undergroundTiles}::int) <= reach then 'entrance'
    else 'teleport'
  end`;

/**
 * Points with `at` in [from, to), oldest first. The database writes the text, which this process
 * only passes on.
 */
export async function readTrail(database: Sql, request: TrailRequest): Promise<z.infer<typeof TrailPage>> {
  const { schema, accountId, from, to, afterMinute, limit } = request;
  const firstMinute = Math.floor(from / minuteMs);
  const after = Math.max(firstMinute - 1, afterMinute ?? firstMinute - 1);
  const query = sql.type(TrailPage)`
    select count(*) as count, max(minute) as "lastMinute",
      coalesce(string_agg(
        format('{"at":"%s.%sZ","x":%s,"y":%s,"plane":%s,"world":%s,"is_on_boat":%s,"via":%s}',
          to_char(to_timestamp(at / 1000) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS'),
          lpad((at % 1000)::text, 3, '0'), x, y, plane,
          coalesce(world::text, 'null'), coalesce(is_on_boat::text, 'null'), coalesce('"' || ${via} || '"', 'null')),
        ',' order by minute), '') as points
    from (
      select *, abs(x - lag(x) over way) as dx, abs(y - lag(y) over way) as dy, lag(at) over way as before_at,
        ${spareTiles}::int + (at - lag(at) over way)
          * case when is_on_boat or lag(is_on_boat) over way then ${sailedTiles}::int else ${walkedTiles}::int end
          / ${tickMs}::numeric as reach
      from (
        select minute, at, x, y, plane, world, is_on_boat
        from ${generationTable(schema, 'point')}
        where account_id = ${accountId} and minute >= ${after} and minute < ${Math.ceil(to / minuteMs)}
          and at >= ${from} and at < ${to}
        order by minute
        limit ${limit + 1}
      ) with_before
      window way as (order by minute)
    ) page
    where minute > ${after}`;
  return database.one(statementOf(query, `location-trail ${schema}`));
}
