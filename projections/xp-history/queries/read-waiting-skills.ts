import { sql } from 'slonik';
import { z } from 'zod';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { findReadable } from '../../../shared/projection/generations/generations.ts';
import { xpHistoryProjection } from '../projection.ts';

const WaitingSkill = z.object({ skill: z.string(), xp: z.int() });

export type WaitingSkill = z.infer<typeof WaitingSkill>;

/** Skills whose lower reports wait for confirmation, with the xp of their series, by name. */
export async function readWaitingSkills(database: Sql, accountId: string): Promise<WaitingSkill[]> {
  const live = await findReadable(database, xpHistoryProjection);
  if (live === null) return [];
  const query = sql.type(WaitingSkill)`
    select skill, xp
    from ${generationTable(live.schema, 'skill')}
    where account_id = ${accountId} and lower_since is not null
    order by skill`;
  return database.many(statementOf(query));
}
