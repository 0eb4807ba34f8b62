import { type PartData, stateParts } from '../../../shared/events/state-parts.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { findReadable } from '../../../shared/projection/generations/generations.ts';
import { accountStateProjection } from '../projection.ts';

/** Null when presence was never reported, or without a live generation. */
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
