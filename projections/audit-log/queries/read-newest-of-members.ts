import { sql } from 'slonik';
import { z } from 'zod';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';

const Newest = z.object({ memberId: z.string(), at: z.int() });

/** When each member did something last, epoch ms. */
export async function readNewestOfMembers(
  database: Sql,
  { schema, action }: { readonly schema: QuotedSchema; readonly action: string },
): Promise<ReadonlyMap<string, number>> {
  const query = sql.type(Newest)`
    select member_id as "memberId", max(at) as at
    from ${generationTable(schema, 'entry')}
    where action = ${action} and member_id is not null
    group by member_id`;
  const rows = await database.many(statementOf(query));
  return new Map(rows.map(({ memberId, at }) => [memberId, at]));
}
