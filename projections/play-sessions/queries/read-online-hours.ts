import { hourMs } from '../../../shared/domain/durations.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';

export interface OnlineHour {
  /** The place of the hour, from 0. */
  readonly hour: number;
  readonly online: number;
}

/**
 * How many of the accounts were in the game within each hour; hours without any are left out. An
 * open session lasts until its last message.
 * @param request.from the first instant of the first hour, epoch ms
 */
export async function readOnlineHours(
  sql: Sql,
  {
    schema,
    accountIds,
    from,
    hours,
  }: {
    readonly schema: QuotedSchema;
    readonly accountIds: readonly string[];
    readonly from: number;
    readonly hours: number;
  },
): Promise<OnlineHour[]> {
  return sql.many<OnlineHour>({
    // Sessions do not overlap each other, so only the last session that started by `from` can reach
    // into the hours.
    text: `select hour, count(distinct account_id) as online
           from unnest($1::text[]) as account(account_id)
           cross join lateral (
             select greatest(started_at, $2) as begun,
                    greatest(started_at, coalesce(ended_at, last_seen_at) - 1) as ended
             from ${schema}.session
             where session.account_id = account.account_id and started_at < $2 + $3 * ${hourMs}::bigint
               and started_at >= coalesce((
                 select max(earlier.started_at)
                 from ${schema}.session as earlier
                 where earlier.account_id = account.account_id and earlier.started_at <= $2
               ), $2)
           ) played
           cross join lateral generate_series(
             (begun - $2) / ${hourMs}, least((ended - $2) / ${hourMs}, $3 - 1)
           ) hour
           where ended >= $2
           group by hour`,
    values: [accountIds, from, hours],
  });
}
