import { minuteMs } from '../../../shared/domain/durations.ts';
import type { Sql } from '../../../shared/postgres/database.ts';

export interface TrailRequest {
  /** Quoted schema of the live generation. */
  readonly schema: string;
  readonly accountId: string;
  /** [from, to), epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Continues behind this minute since the epoch; null from the oldest. */
  readonly afterMinute: number | null;
  readonly limit: number;
}

export interface TrailPage {
  /** Points as the API shows them (read-api.md 2.7), JSON text joined by commas. */
  readonly points: string;
  readonly count: number;
  /** Where the next page goes on; null for an empty one. */
  readonly lastMinute: number | null;
}

/**
 * Points of a trail with `at` in [from, to), oldest first. The database writes the text: a month of 50 accounts is 200 MB,
 * which this process only passes on.
 */
export async function readTrail(sql: Sql, request: TrailRequest): Promise<TrailPage> {
  const { schema, accountId, from, to, afterMinute, limit } = request;
  const firstMinute = Math.floor(from / minuteMs);
  const page = await sql.one<{ points: string | null; count: number; last_minute: number | null }>({
    text: `select count(*) as count, max(minute) as last_minute,
             string_agg(
               format('{"at":"%s.%sZ","x":%s,"y":%s,"plane":%s,"world":%s,"is_on_boat":%s}',
                 to_char(to_timestamp(at / 1000) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS'),
                 lpad((at % 1000)::text, 3, '0'), x, y, plane,
                 coalesce(world::text, 'null'), coalesce(is_on_boat::text, 'null')),
               ',' order by minute) as points
           from (
             select minute, at, x, y, plane, world, is_on_boat
             from ${schema}.point
             where account_id = $1 and minute > $2 and minute < $3 and at >= $4 and at < $5
             order by minute
             limit $6
           ) page`,
    values: [
      accountId,
      Math.max(firstMinute - 1, afterMinute ?? firstMinute - 1),
      Math.ceil(to / minuteMs),
      from,
      to,
      limit,
    ],
    name: `location-trail ${schema}`,
  });
  return { points: page.points ?? '', count: page.count, lastMinute: page.last_minute };
}
