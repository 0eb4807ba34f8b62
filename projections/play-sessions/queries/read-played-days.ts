import type { AccountInTables } from '../../../shared/postgres/account-in-tables.ts';
import type { Sql } from '../../../shared/postgres/database.ts';

export interface PlayTimeOfDay {
  /** The place of the day in `starts`, from 1. */
  readonly day: number;
  readonly playedMs: number;
  /** A session that spans midnight counts on both days. */
  readonly sessions: number;
}

/**
 * The days with play, oldest first. An open session lasts until its last message.
 * @param starts the first instants of the days and the end of the last day, epoch ms, ascending
 */
export async function readPlayedDays(
  sql: Sql,
  { schema, accountId, starts }: AccountInTables & { readonly starts: readonly number[] },
): Promise<PlayTimeOfDay[]> {
  return sql.many<PlayTimeOfDay>({
    // Sessions do not overlap each other, so only the last session that started by the begin can
    // reach into the days.
    text: `select day,
             count(*) as sessions,
             sum(greatest(0, least(ended_at, ($2::bigint[])[day + 1]) - greatest(started_at, ($2::bigint[])[day])))::bigint
               as "playedMs"
           from (
             select started_at, greatest(started_at, coalesce(ended_at, last_seen_at)) as ended_at
             from ${schema}.session
             where account_id = $1 and started_at < $4 and started_at >= coalesce((
               select max(earlier.started_at)
               from ${schema}.session as earlier
               where earlier.account_id = $1 and earlier.started_at <= $3
             ), $3)
           ) played
           cross join lateral generate_series(
             greatest(1, width_bucket(started_at, $2::bigint[])),
             least(cardinality($2::bigint[]) - 1, width_bucket(greatest(started_at, ended_at - 1), $2::bigint[]))
           ) day
           where ($2::bigint[])[day] < ($2::bigint[])[day + 1]
           group by day
           order by day`,
    values: [accountId, starts, starts[0], starts.at(-1)],
    name: `played-days ${schema}`,
  });
}
