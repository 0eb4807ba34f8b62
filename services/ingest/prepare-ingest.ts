import type { Database } from '../../shared/postgres/database.ts';
import { migrate } from '../../shared/postgres/schema/migrate.ts';

/** Makes the tables in which ingest processes share what they count. Safe when raced. */
export async function prepareIngest(database: Database): Promise<void> {
  await migrate(database, 'ingest', new URL('./migrations/', import.meta.url));
}
