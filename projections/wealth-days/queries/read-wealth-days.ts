import { sql } from 'slonik';
import { z } from 'zod';
import { utcDay } from '../../../shared/domain/utc-day.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import type { WealthDay } from '../projection.ts';

const DayRow = z.object({ day: z.iso.date(), last_value: z.int(), max_value: z.int() });

/** The UTC days of [from, to) (epoch ms) with a known value, oldest first. */
export async function readWealthDays(
  database: Sql,
  request: {
    readonly schema: QuotedSchema;
    readonly accountId: string;
    readonly from: number;
    readonly to: number;
  },
): Promise<WealthDay[]> {
  const { schema, accountId, from, to } = request;
  if (from >= to) return [];
  const query = sql.type(DayRow)`
    select day::text, last_value, max_value
    from ${generationTable(schema, 'day')}
    where account_id = ${accountId} and day between ${utcDay(from)} and ${utcDay(to - 1)}
    order by day`;
  return database.many(statementOf(query, `wealth-days ${schema}`));
}
