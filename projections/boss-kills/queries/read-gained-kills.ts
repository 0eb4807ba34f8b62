import { sql } from 'slonik';
import { z } from 'zod';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { rowsOfAccounts } from '../../../shared/postgres/rows-of-accounts.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';

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
