import type { Sql } from '../../../shared/postgres/database.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';
import { accountStateProjection } from '../projection.ts';

/**
 * When a record last changed something of an account, epoch ms by the log's clock; null when
 * nothing is stored.
 */
export async function readLastReported(sql: Sql, accountId: string): Promise<number | null> {
  const { name, version } = accountStateProjection;
  const live = await findLive(sql, name, version.shape);
  if (live === null) return null;
  const { at } = await sql.one<{ at: number | null }>({
    text: `select max(changed_at) as at from ${live.schema}.part where account_id = $1`,
    values: [accountId],
  });
  return at;
}
