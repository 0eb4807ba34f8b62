import { skillPartName } from '../../../shared/events/state-parts.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { findReadable } from '../../../shared/projection/generations/generations.ts';
import { accountStateProjection } from '../projection.ts';

/** Empty without a live generation. */
export async function readSkillNames(sql: Sql, accountId: string): Promise<string[]> {
  const live = await findReadable(sql, accountStateProjection);
  if (live === null) return [];
  const prefix = skillPartName('');
  const rows = await sql.many<{ part: string }>({
    text: `select part
           from ${live.schema}.part
           where account_id = $1
             and starts_with(part, $2)`,
    values: [accountId, prefix],
  });
  return rows.map(({ part }) => part.slice(prefix.length));
}
