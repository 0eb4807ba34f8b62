import type { Sql } from '../../../shared/postgres/database.ts';
import type { TrailPoint } from '../fold.ts';

/** Points of a trail with `at` in [from, to) (epoch ms), oldest first, at most `limit` after `afterMinute`. */
export async function readTrail(
  sql: Sql,
  request: {
    readonly schema: string;
    readonly accountId: string;
    readonly from: number;
    readonly to: number;
    /** Continues behind this minute since the epoch; null from the oldest. */
    readonly afterMinute: number | null;
    readonly limit: number;
  },
): Promise<(TrailPoint & { readonly minute: number })[]> {
  const { schema, accountId, from, to, afterMinute, limit } = request;
  const firstMinute = Math.floor(from / minuteMs);
  return sql.many({
    text: `select minute, at, x, y, plane, world, is_on_boat
           from ${schema}.point
           where account_id = $1 and minute > $2 and minute < $3 and at >= $4 and at < $5
           order by minute
           limit $6`,
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
}

const minuteMs = 60_000;
