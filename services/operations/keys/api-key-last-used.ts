import type { Database } from '../../../shared/postgres/database.ts';
import { hasTable } from '../../../shared/postgres/schema/has-table.ts';

// The processes that answer reads write this table. The table may not exist yet, because these
// processes create it at their start.
const table = 'hub.key_use';

/** The last use of each key, to the minute, in epoch ms; no entry when unknown. */
export async function readKeyUses(
  database: Database,
  keyIds: readonly string[],
): Promise<Map<string, number>> {
  if (!(await hasTable(database, table))) return new Map();
  const rows = await database.many<{ key: string; at: number }>({
    text: `select key_id as key, used_at as at from ${table} where key_id = any($1::uuid[])`,
    values: [keyIds],
  });
  return new Map(rows.map(({ key, at }) => [key, at]));
}

/** Deletes the last use of keys whose owner is erased. */
export async function forgetKeyUses(database: Database, keyIds: readonly string[]): Promise<void> {
  if (!(await hasTable(database, table))) return;
  await database.run({ text: `delete from ${table} where key_id = any($1::uuid[])`, values: [keyIds] });
}
