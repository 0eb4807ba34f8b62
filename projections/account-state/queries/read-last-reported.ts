import type { Sql } from '../../../shared/postgres/database.ts';
import { findReadable } from '../../../shared/projection/generations/generations.ts';
import { accountStateProjection } from '../projection.ts';

/** Record time of the account's newest part, epoch ms; null when nothing is stored. */
export async function readLastReported(sql: Sql, accountId: string): Promise<number | null> {
  const live = await findReadable(sql, accountStateProjection);
  if (live === null) return null;
  const { at } = await sql.one<{ at: number | null }>({
    text: `select max(changed_at) as at from ${live.schema}.part where account_id = $1`,
    values: [accountId],
  });
  return at;
}
