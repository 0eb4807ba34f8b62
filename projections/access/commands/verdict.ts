import type { Sql } from '../../../shared/postgres/database.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';
import type { Refusal } from '../fold/refusal.ts';

/** What became of a command: `refusal` null when it was granted. */
export interface Verdict {
  readonly refusal: Refusal | null;
}

/** The verdict on the command with this record id; null while the fold has not seen it. */
export async function readVerdict(sql: Sql, recordId: string): Promise<Verdict | null> {
  const live = await findLive(sql, 'access');
  if (live === null) return null;
  return sql.maybeOne<Verdict>({
    text: `select refusal from ${live.schema}.verdict where record_id = $1`,
    values: [recordId],
  });
}
