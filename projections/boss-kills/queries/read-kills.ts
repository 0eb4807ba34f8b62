import { sql } from 'slonik';
import type { z } from 'zod';
import type { AccountInTables } from '../../../shared/postgres/account-in-tables.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { rowSchema } from '../../../shared/projection/tables/row-schema.ts';
import { bossCount } from '../projection.ts';

const Kills = rowSchema(bossCount).omit({ boss: true, lower_since: true });

/** The bosses of an account, most kills first, then by name; times are epoch ms. */
export async function readKills(
  database: Sql,
  { schema, accountId, limit }: AccountInTables & { readonly limit: number },
): Promise<z.infer<typeof Kills>[]> {
  const query = sql.type(Kills)`
    select name, kills, updated_at, best_ms, best_at
    from ${generationTable(schema, 'boss')}
    where account_id = ${accountId}
    order by kills desc nulls last, boss
    limit ${limit}`;
  return database.many(statementOf(query, `kills ${schema}`));
}
