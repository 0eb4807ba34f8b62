import type { Sql } from '../database.ts';

/** @throws when the database does not answer */
export function pingDatabase(database: Sql): Promise<unknown> {
  return database.one({ text: 'select 1 as one', name: 'health' });
}
