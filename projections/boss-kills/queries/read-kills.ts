import { sql } from 'slonik';
import { z } from 'zod';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';

const Kills = z.object({
  name: z.string(),
  kills: z.int().nullable(),
  updated_at: z.int().nullable(),
  best_ms: z.int().nullable(),
  best_at: z.int().nullable(),
});

/** The bosses of an account, most kills first, then by name; times are epoch ms. */
export async function readKills(
  database: Sql,
  {
    schema,
    accountId,
    limit,
  }: { readonly schema: QuotedSchema; readonly accountId: string; readonly limit: number },
): Promise<z.infer<typeof Kills>[]> {
  const query = sql.type(Kills)`
    select name, kills, updated_at, best_ms, best_at
    from ${generationTable(schema, 'boss')}
    where account_id = ${accountId}
    order by kills desc nulls last, boss
    limit ${limit}`;
  return database.many(statementOf(query, `kills ${schema}`));
}
