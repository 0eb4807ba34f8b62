import type { Database } from '../../shared/postgres/database.ts';
import { migrate } from '../../shared/postgres/schema/migrate.ts';

/** Creates tables in the schema `console`. Several consoles may call this at once. */
export async function prepareConsole(database: Database): Promise<void> {
  await migrate(database, 'console', new URL('./migrations/', import.meta.url));
}
