import type { Database } from '../../shared/postgres/database.ts';
import { migrate } from '../../shared/postgres/schema/migrate.ts';

/** Makes the tables that consoles share, in the schema `console`. Safe when raced. */
export async function prepareConsole(database: Database): Promise<void> {
  await migrate(database, 'console', new URL('./migrations/', import.meta.url));
}
