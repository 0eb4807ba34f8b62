import type { Sql } from './database.ts';

/** Asks the least there is to ask. @throws when the database does not answer */
export function databaseAnswers(database: Sql): Promise<unknown> {
  return database.one({ text: 'select 1 as one', name: 'health' });
}
