import type { Database } from '../../../shared/postgres/database.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';

/** Leaves no connection behind. */
export async function withDatabase<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ url, name: 'test', maxConnections: 1, statementTimeoutMs: 20_000 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
