import type { Database, Sql } from '../../postgres/database.ts';
import { isAbove, versionOfKey } from '../generations/generation.ts';
import { migrateEngine } from '../generations/generations.ts';
import type { Projection } from '../projection.ts';
import { workerLifeMs } from './worker-watch.ts';

/**
 * Whether a row of `projection.member` belongs to a living process, for statements that cannot wait
 * for a beat. A time far ahead was written before the database's clock was set back.
 */
export const isWorkerAliveSql = `
  seen_at between clock_timestamp() - interval '${workerLifeMs} ms' and clock_timestamp() + interval '${workerLifeMs} ms'`;

/** The keys (`versionKey`) of the versions that living processes have. */
export async function runningVersions(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql.many<{ run: string }>({
    text: `select distinct unnest(runs) as run from projection.member where ${isWorkerAliveSql}`,
  });
  return new Set(rows.map(({ run }) => run));
}

export async function hasNewerWorkers(
  sql: Sql,
  { name, version }: Pick<Projection, 'name' | 'version'>,
): Promise<boolean> {
  const running = [...(await runningVersions(sql))].flatMap((key) => versionOfKey(key, name) ?? []);
  return running.some((each) => isAbove(each, version));
}

export async function removeWorker(sql: Sql, worker: string): Promise<void> {
  await sql.run({
    text: `with gone as (delete from projection.member where id = $1)
           update projection.checkpoint set owner = null where owner = $1`,
    values: [worker],
  });
}

/**
 * Forgets all earlier processes, so that their partitions are free at once. Call this only in a
 * process that knows from the hub lock that no other process runs.
 */
export async function forgetWorkers(database: Database): Promise<void> {
  await migrateEngine(database);
  await database.run({ text: 'delete from projection.member' });
}
