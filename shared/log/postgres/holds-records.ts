import type { Database } from '../../postgres/database.ts';

/** Whether the database has a log of its own that something was ever appended to. */
export async function holdsRecords(database: Database): Promise<boolean> {
  const { exists } = await database.one<{ exists: boolean }>({
    text: `select to_regclass('log.partition') is not null as exists`,
  });
  if (!exists) return false;
  const { used } = await database.one<{ used: boolean }>({
    text: 'select exists (select from log.partition where next_offset > 0) as used',
  });
  return used;
}
