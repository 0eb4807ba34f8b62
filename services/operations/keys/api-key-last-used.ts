import type { Database } from '../../../shared/postgres/database.ts';
import { hasTable } from '../../../shared/postgres/schema/has-table.ts';

// Query processes create this table at their start. The table may not exist yet.
const table = 'hub.key_use';

/** Epoch ms, exact to a minute; no entry when unknown. */
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

/** @param whose `= any` for these keys, `<> all` for all other keys */
export async function deleteKeyUses(
  database: Database,
  whose: '= any' | '<> all',
  keyIds: readonly string[],
): Promise<void> {
  if (!(await hasTable(database, table))) return;
  await database.run({ text: `delete from ${table} where key_id ${whose}($1::uuid[])`, values: [keyIds] });
}
