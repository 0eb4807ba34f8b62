import { sql } from 'slonik';
import { z } from 'zod';
import { searchedName } from '../../../shared/domain/searched-name.ts';
import { type AccountBoard, BoardRow } from '../../../shared/postgres/account-board.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { rowsOfAccounts } from '../../../shared/postgres/rows-of-accounts.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';

/** The kill count of a boss and its earliest time. Names are compared without case. */
export function killBoard(schema: QuotedSchema, boss: string): AccountBoard {
  return sql.type(BoardRow)`
    select account_id, kills as value, updated_at as at
    from ${generationTable(schema, 'boss')}
    where boss = ${searchedName(boss)} and kills is not null`;
}

/** The kills of a boss in a range, and the begin of the newest 5 minutes with a kill. */
export function gainedKillBoard(schema: QuotedSchema, boss: string, { from, to }: KillsRange): AccountBoard {
  return sql.type(BoardRow)`
    select account_id, sum(kills)::bigint as value, max(bucket) as at
    from ${generationTable(schema, 'gain')}
    where boss = ${searchedName(boss)} and bucket >= ${from}::bigint and bucket < ${to}::bigint
    group by account_id`;
}

const Gained = z.object({ account_id: z.string(), kills: z.int() });

/** [from, to), epoch ms, at whole 5 minutes. */
export interface KillsRange {
  readonly from: number;
  readonly to: number;
}

/** The `to` of a range without an end. */
export const openEnd = Number.MAX_SAFE_INTEGER;

export interface GainedKillsRequest extends KillsRange {
  readonly schema: QuotedSchema;
  readonly accountIds: readonly string[];
  /** As `searchedName` gives it. */
  readonly boss: string;
}

/** Kills by which the reported counts rose. The first count of an account adds nothing. */
export async function readGainedKills(
  database: Sql,
  { schema, accountIds, boss, from, to }: GainedKillsRequest,
): Promise<z.infer<typeof Gained>[]> {
  const query = sql.type(Gained)`
    select account_id, sum(kills)::bigint as kills
    from ${rowsOfAccounts(
      sql.fragment`
        select account_id, kills
        from ${generationTable(schema, 'gain')}
        where boss = ${boss} and bucket >= ${from}::bigint and bucket < ${to}::bigint`,
      accountIds,
    )}
    group by account_id`;
  return database.many(statementOf(query));
}

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
