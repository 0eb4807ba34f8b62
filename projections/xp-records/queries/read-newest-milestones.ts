import { sql } from 'slonik';
import { z } from 'zod';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { ofAccounts } from '../../../shared/postgres/rows-of-accounts.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { beforeFirstReport } from '../projection.ts';

const NewMilestone = z.object({
  account_id: z.string(),
  kind: z.enum(['level', 'xp', 'total_level']),
  skill: z.string(),
  value: z.int(),
  /** Epoch ms. */
  at: z.int(),
});
export type NewMilestone = z.infer<typeof NewMilestone>;

/**
 * The newest milestones that were reached since the first report of their account, newest first.
 * Milestones of the same time come by account id, skill, kind and value.
 * @param request.accountIds only of these accounts; null for all
 */
export async function readNewestMilestones(
  database: Sql,
  request: {
    readonly schema: QuotedSchema;
    readonly accountIds: readonly string[] | null;
    readonly limit: number;
  },
): Promise<readonly NewMilestone[]> {
  const { schema, accountIds, limit } = request;
  const query = sql.type(NewMilestone)`
    select account_id, kind, skill, value, at
    from ${generationTable(schema, 'milestone')}
    where at > ${beforeFirstReport} and ${ofAccounts(sql.fragment`account_id`, accountIds)}
    order by at desc, account_id, skill, kind, value
    limit ${limit}`;
  return database.many(statementOf(query, `newest-milestones ${accountIds === null} ${schema}`));
}
