import { sql } from 'slonik';
import { z } from 'zod';
import { minuteMs } from '../../../shared/domain/durations.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';

const PointTime = z.object({ at: z.int() });

/** Times of the points in the minutes from `from` to `to`, both included, epoch ms. */
export async function readPointTimes(
  database: Sql,
  schema: QuotedSchema,
  { accountId, from, to }: { readonly accountId: string; readonly from: number; readonly to: number },
): Promise<number[]> {
  const query = sql.type(PointTime)`
    select at
    from ${generationTable(schema, 'point')}
    where account_id = ${accountId}
      and minute between ${Math.floor(from / minuteMs)} and ${Math.floor(to / minuteMs)}
    order by minute`;
  return (await database.many(statementOf(query))).map(({ at }) => at);
}
