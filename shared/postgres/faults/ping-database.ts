import type { Sql } from '../database.ts';

/** Runs the cheapest possible statement. @throws when the database does not answer */
export function pingDatabase(database: Sql): Promise<unknown> {
  return database.one({ text: 'select 1 as one', name: 'health' });
}
