import type { Database } from '../../../shared/postgres/database.ts';
import { hasTable } from '../../../shared/postgres/schema/has-table.ts';

/**
 * Removes names of items that only reports of these accounts and members gave, because anybody can
 * invent a name. Other processes read the change within a minute.
 */
export async function forgetItemNames(database: Database, subjects: readonly string[]): Promise<void> {
  // Ingest processes create the table at their start.
  if (!(await hasTable(database, 'hub.known_item'))) return;
  await database.run({
    text: `update hub.known_item
           set name = null, named_by = '{}', written_at = floor(extract(epoch from clock_timestamp()) * 1000)::bigint
           where named_by && $1::text[]`,
    values: [subjects],
  });
}
