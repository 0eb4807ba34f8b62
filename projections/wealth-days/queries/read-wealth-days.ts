import { sql } from 'slonik';
import { utcDay } from '../../../shared/domain/utc-day.ts';
import type { AccountRange } from '../../../shared/postgres/account-in-tables.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { rowSchema } from '../../../shared/projection/tables/row-schema.ts';
import { type WealthDay, wealthDay } from '../projection.ts';

/** The UTC days of [from, to) with a known value, oldest first. */
export async function readWealthDays(
  database: Sql,
  { schema, accountId, from, to }: AccountRange,
): Promise<WealthDay[]> {
  if (from >= to) return [];
  const query = sql.type(rowSchema(wealthDay))`
    select day::text, last_value, max_value
    from ${generationTable(schema, 'day')}
    where account_id = ${accountId} and day between ${utcDay(from)} and ${utcDay(to - 1)}
    order by day`;
  return database.many(statementOf(query, `wealth-days ${schema}`));
}
