import type { Database } from '../../shared/postgres/database.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { findLive, type LiveGeneration } from '../../shared/projection/generations/generations.ts';
import type { ProjectionName } from '../../shared/projection/projection.ts';

/** Writes into the live tables of a projection, over a connection of its own. */
export async function fillProjection(
  databaseUrl: string,
  projection: ProjectionName,
  write: (database: Database, live: LiveGeneration) => Promise<void>,
): Promise<void> {
  await withDatabase(databaseUrl, async (database) => {
    const live = await findLive(database, projection);
    if (live === null) throw new Error(`${projection} has no live generation`);
    await write(database, live);
  });
}

/** Does at once what PostgreSQL would do in the next minutes because of all that was written. */
export async function settleDatabase(databaseUrl: string): Promise<void> {
  await withDatabase(databaseUrl, async (database) => {
    await database.run({ text: 'vacuum (analyze)' });
    await database.run({ text: 'checkpoint' });
  });
}

/** Over a connection of its own. */
export async function withDatabase<Result>(
  databaseUrl: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const options = { name: 'bench', maxConnections: 1, statementTimeoutMs: 600_000 };
  const database = openDatabase({ url: databaseUrl, ...options });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
