import type { Sql } from '../../../shared/postgres/database.ts';
import { utcDay, type WealthDay } from '../fold.ts';

/** The UTC days that intersect [from, to) (epoch ms) on which the value was known, oldest first. */
export async function readWealthDays(
  sql: Sql,
  request: {
    readonly schema: string;
    readonly accountId: string;
    readonly from: number;
    readonly to: number;
  },
): Promise<Omit<WealthDay, 'account_id'>[]> {
  const { schema, accountId, from, to } = request;
  if (from >= to) return [];
  return sql.many({
    text: `select day::text, last_value, max_value
           from ${schema}.day
           where account_id = $1
             and day between $2 and $3
           order by day`,
    values: [accountId, utcDay(from), utcDay(to - 1)],
    name: `wealth-days ${schema}`,
  });
}
