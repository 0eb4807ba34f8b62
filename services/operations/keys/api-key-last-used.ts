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

export async function deleteKeyUses(database: Database, keyIds: readonly string[]): Promise<void> {
  if (!(await hasTable(database, table))) return;
  await database.run({ text: `delete from ${table} where key_id = any($1::uuid[])`, values: [keyIds] });
}

export async function deleteUsesOfOtherKeys(
  database: Database,
  keptKeyIds: readonly string[],
): Promise<void> {
  if (!(await hasTable(database, table))) return;
  await database.run({ text: `delete from ${table} where key_id <> all($1::uuid[])`, values: [keptKeyIds] });
}
