import type { Database } from '../../../shared/postgres/database.ts';
import { hasTable } from '../../../shared/postgres/schema/has-table.ts';

// When keys of the read API were last used, as processes that answer reads note it. They make the table at their start:
// before the first one of this release it is missing.
const table = 'hub.key_use';

/** When each key was last used, to the minute, epoch ms; nothing for one of which that is not known. */
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

/** Deletes when these keys were last used, because their owner is erased. */
export async function forgetKeyUses(database: Database, keyIds: readonly string[]): Promise<void> {
  if (!(await hasTable(database, table))) return;
  await database.run({ text: `delete from ${table} where key_id = any($1::uuid[])`, values: [keyIds] });
}
