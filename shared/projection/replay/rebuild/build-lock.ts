import type { Database, Sql } from '../../../postgres/database.ts';
import { pairLockNumbers } from '../../../postgres/lock-numbers.ts';
import { createSql } from '../../../postgres/sql-of-client.ts';
import type { ProjectionName } from '../../projection.ts';

export interface BuildLock {
  /** The projections that no other process builds now. */
  readonly names: readonly ProjectionName[];
  /** Runs a statement outside of a transaction and without a timeout. */
  run(text: string): Promise<void>;
  release(): Promise<void>;
}

/** Takes a session lock, which the server frees when the process dies. */
export async function takeBuildLock(
  database: Database,
  wanted: readonly ProjectionName[],
): Promise<BuildLock> {
  let names: readonly ProjectionName[] = [];
  const session = await database.connect(async (fresh) => {
    // If the session is lost, the next statement on it fails and ends the build.
    await fresh.query('set statement_timeout = 0');
    names = await lockFree(createSql(fresh), wanted);
  });
  return {
    names,
    run: async (text) => {
      await session.query(text);
    },
    release: () => session.end(),
  };
}

async function lockFree(sql: Sql, wanted: readonly ProjectionName[]): Promise<ProjectionName[]> {
  const names: ProjectionName[] = [];
  for (const name of wanted) {
    const { locked } = await sql.one<{ locked: boolean }>({
      text: 'select pg_try_advisory_lock($1, hashtext($2)) as locked',
      values: [pairLockNumbers.build, name],
    });
    if (locked) names.push(name);
  }
  return names;
}
