import { sql } from 'slonik';
import { z } from 'zod';
import type { AccountInTables } from '../../../shared/postgres/account-in-tables.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import {
  countEqualBefore,
  countRanked,
  type RankedAccounts,
} from '../../../shared/postgres/ranked-accounts.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { rowSchema } from '../../../shared/projection/tables/row-schema.ts';
import { bossCount } from '../projection.ts';
import type { KillsRange } from './kills-of-accounts.ts';

const Kills = rowSchema(bossCount).omit({ boss: true, lower_since: true });
/** `ahead` counts the ranked accounts with more kills; `same` are all accounts with as many. */
const ComparedKills = Kills.extend({
  gained: z.int().nullable(),
  ahead: z.int(),
  same: z.array(z.string()),
});

/**
 * `rank` is the place on the board of the boss; null without a kill count. `gained` is null without
 * a range.
 */
type RankedKills = Omit<z.infer<typeof ComparedKills>, 'ahead' | 'same'> & { readonly rank: number | null };

interface KillsRequest extends AccountInTables {
  readonly ranked: RankedAccounts;
  /** Orders accounts with as many kills. */
  readonly compareIds: (left: string, right: string) => number;
  readonly limit: number;
  /** For `gained`. */
  readonly range: KillsRange | null;
}

/** The bosses of an account, most kills first, then by name; times are epoch ms. */
export async function readKills(database: Sql, request: KillsRequest): Promise<RankedKills[]> {
  const { schema, accountId, ranked, compareIds, limit, range } = request;
  const boss = generationTable(schema, 'boss');
  const ofBoss = sql.fragment`from ${boss} as other where other.boss = mine.boss and other.kills`;
  const all = sql.fragment`(select count(*) ${ofBoss} > mine.kills)`;
  const listed = sql.fragment`coalesce(listed.ahead, 0)`;
  const gained =
    range === null
      ? sql.fragment`null::bigint`
      : sql.fragment`(
          select coalesce(sum(kills), 0)::bigint
          from ${generationTable(schema, 'gain')} as gain
          where gain.account_id = ${accountId} and gain.boss = mine.boss
            and bucket >= ${range.from}::bigint and bucket < ${range.to}::bigint)`;
  const query = sql.type(ComparedKills)`
    with mine as materialized (
      select boss, name, kills, updated_at, best_ms, best_at
      from ${boss}
      where account_id = ${accountId}
      order by kills desc nulls last, boss
      limit ${limit}
    ),
    listed as (
      select boss, count(*) as ahead
      from ${boss} as other
      join mine using (boss)
      where other.account_id = any(${sql.array(ranked.ids, 'text')}) and other.kills > mine.kills
      group by boss
    )
    select mine.name, mine.kills, mine.updated_at, mine.best_ms, mine.best_at,
      ${gained} as gained,
      ${countRanked(ranked, all, listed)}::int as ahead,
      array(select other.account_id ${ofBoss} = mine.kills) as same
    from mine
    left join listed using (boss)
    order by mine.kills desc nulls last, mine.boss`;
  const rows = await database.many(
    statementOf(query, `kills ${ranked.areLeftOut} ${range === null} ${schema}`),
  );
  const countBefore = countEqualBefore(ranked, accountId, compareIds);
  return rows.map(({ ahead, same, ...kills }) => {
    return { ...kills, rank: kills.kills === null ? null : ahead + countBefore(same) + 1 };
  });
}
