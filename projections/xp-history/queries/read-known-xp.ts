import { sql } from 'slonik';
import { z } from 'zod';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { findReadable } from '../../../shared/projection/generations/generations.ts';
import { xpHistoryProjection } from '../projection.ts';

const KnownXp = z.object({
  skill: z.string(),
  xp: z.int(),
  is_lower_waiting: z.boolean(),
});

export type KnownXp = z.infer<typeof KnownXp>;

/** Empty without a live generation. */
export async function readKnownXp(database: Sql, accountId: string): Promise<KnownXp[]> {
  const live = await findReadable(database, xpHistoryProjection);
  if (live === null) return [];
  const query = sql.type(KnownXp)`
    select skill, xp, lower_since is not null as is_lower_waiting
    from ${generationTable(live.schema, 'skill')}
    where account_id = ${accountId}`;
  return database.many(statementOf(query));
}
