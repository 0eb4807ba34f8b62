import { sql } from 'slonik';
import { z } from 'zod';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { rowsOfAccounts } from '../../../shared/postgres/rows-of-accounts.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import type { KillsRange } from './read-gained-kills.ts';

/** The kills of these accounts together, and the number of accounts with a kill. */
const KilledBoss = z.object({
  name: z.string(),
  value: z.int(),
  accounts: z.int(),
  /** The account with the most kills; of equal accounts, the earliest in the request. */
  firstId: z.string(),
  firstValue: z.int(),
});
export type KilledBoss = z.infer<typeof KilledBoss>;

interface BossesRequest {
  readonly schema: QuotedSchema;
  readonly accountIds: readonly string[];
  /** Null for all counts that were ever reported. */
  readonly range: KillsRange | null;
  readonly limit: number;
}

/** The most killed boss first, then by name. A name comes from these accounts alone. */
export async function readBosses(
  database: Sql,
  { schema, accountIds, range, limit }: BossesRequest,
): Promise<readonly KilledBoss[]> {
  const boss = generationTable(schema, 'boss');
  const counts =
    range === null
      ? sql.fragment`select account_id, boss, kills from ${boss} where kills > 0`
      : sql.fragment`
          select account_id, boss, sum(kills)::bigint as kills
          from ${generationTable(schema, 'gain')}
          where bucket >= ${range.from}::bigint and bucket < ${range.to}::bigint
          group by account_id, boss`;
  const ids = sql.array(accountIds, 'text');
  const query = sql.type(KilledBoss)`
    select min(name) as name, sum(of_accounts.kills)::bigint as value, count(*)::int as accounts,
      (${ids})[-(max(array[of_accounts.kills, -place]))[2]] as "firstId",
      (max(array[of_accounts.kills, -place]))[1] as "firstValue"
    from ${rowsOfAccounts(counts, accountIds)}
    join ${boss} as named using (account_id, boss)
    join unnest(${ids}) with ordinality as asked (account_id, place) using (account_id)
    group by boss
    order by value desc, boss
    limit ${limit}`;
  return database.many(statementOf(query));
}
