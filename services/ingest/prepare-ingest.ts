import type { Database } from '../../shared/postgres/database.ts';
import { migrate } from '../../shared/postgres/schema/migrate.ts';

/** Several processes may call it at once. */
export async function prepareIngest(database: Database): Promise<void> {
  await migrate(database, 'ingest', new URL('./migrations/', import.meta.url));
}
