import { sql } from 'slonik';
import { z } from 'zod';
import type { AccountInTables } from '../../../shared/postgres/account-in-tables.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { ofAccounts } from '../../../shared/postgres/rows-of-accounts.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { rowSchema } from '../../../shared/projection/tables/row-schema.ts';
import { bossCount } from '../projection.ts';

const Kills = rowSchema(bossCount).omit({ boss: true, lower_since: true });
/** `ahead` counts the accounts with more kills, and `same` has the accounts with as many. */
const ComparedKills = Kills.extend({ ahead: z.int(), same: z.array(z.string()) });

/** `rank` is the place on the board of the boss; null without a kill count. */
type RankedKills = z.infer<typeof Kills> & { readonly rank: number | null };

interface KillsRequest extends AccountInTables {
  /** The accounts that a rank counts; null for all. */
  readonly accountIds: readonly string[] | null;
  /** Orders accounts with as many kills. */
  readonly compareIds: (left: string, right: string) => number;
  readonly limit: number;
}

/** The bosses of an account, most kills first, then by name; times are epoch ms. */
export async function readKills(database: Sql, request: KillsRequest): Promise<RankedKills[]> {
  const { schema, accountId, accountIds, compareIds, limit } = request;
  const boss = generationTable(schema, 'boss');
  const isRanked = ofAccounts(sql.fragment`other.account_id`, accountIds);
  const ofBoss = sql.fragment`from ${boss} as other where other.boss = mine.boss and other.kills`;
  // The index has all columns. A filter of a count hashes the ids only once, unlike a condition.
  const query = sql.type(ComparedKills)`
    select mine.name, mine.kills, mine.updated_at, mine.best_ms, mine.best_at,
      (select count(*) filter (where ${isRanked}) ${ofBoss} > mine.kills)::int as ahead,
      coalesce((select array_agg(other.account_id) filter (where ${isRanked}) ${ofBoss} = mine.kills), '{}') as same
    from ${boss} as mine
    where mine.account_id = ${accountId}
    order by mine.kills desc nulls last, mine.boss
    limit ${limit}`;
  const rows = await database.many(statementOf(query, `kills ${accountIds === null} ${schema}`));
  return rows.map(({ ahead, same, ...kills }) => {
    const before = same.filter((id) => compareIds(id, accountId) < 0).length;
    return { ...kills, rank: kills.kills === null ? null : ahead + before + 1 };
  });
}
