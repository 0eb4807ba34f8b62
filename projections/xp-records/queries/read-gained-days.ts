import { sql } from 'slonik';
import { z } from 'zod';
import { overall } from '../../../shared/domain/skill.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { ofAccounts } from '../../../shared/postgres/ranked-among.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';

const GainedDays = z.object({
  account_id: z.string(),
  skill: z.string(),
  /** UTC days since the epoch with a gain, ascending. */
  days: z.array(z.tuple([z.int(), z.int()])),
});
export type GainedDays = z.infer<typeof GainedDays>;

/**
 * The gains of each UTC day, at least of the last 30 days before the newest gain.
 * @param request.skill not given: every skill except Overall
 * @param request.since only skills whose xp changed since then, epoch ms
 */
export async function readGainedDays(
  database: Sql,
  request: {
    readonly schema: QuotedSchema;
    readonly accountIds: readonly string[];
    readonly skill: string | undefined;
    readonly since: number;
  },
): Promise<readonly GainedDays[]> {
  const { schema, accountIds, skill, since } = request;
  const query = sql.type(GainedDays)`
    select account_id, skill, days
    from ${generationTable(schema, 'skill')}
    where at >= ${since}::bigint and ${ofAccounts(sql.fragment`account_id`, accountIds)}
      and ${skill === undefined ? sql.fragment`skill <> ${overall}` : sql.fragment`skill = ${skill}`}`;
  return database.many(statementOf(query, `gained-days ${skill === undefined} ${schema}`));
}
