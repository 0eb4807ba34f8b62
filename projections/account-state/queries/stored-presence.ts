import { type PartData, stateParts } from '../../../shared/events/state-parts.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { findReadable } from '../../../shared/projection/generations/generations.ts';
import { accountStateProjection } from '../projection.ts';

/**
 * The presence of an account as the live generation stores it; null when it was never reported, or
 * without a generation.
 */
export async function readStoredPresence(sql: Sql, accountId: string): Promise<PartData<'presence'> | null> {
  const live = await findReadable(sql, accountStateProjection);
  if (live === null) return null;
  const row = await sql.maybeOne<{ value: unknown }>({
    text: `select value
           from ${live.schema}.part
           where account_id = $1
             and part = 'presence'`,
    values: [accountId],
  });
  return row === null ? null : stateParts.presence.reported.schema.parse(row.value);
}
