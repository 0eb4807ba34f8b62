import type { Database, Sql } from '../../postgres/database.ts';
import { migrateEngine } from '../generations/generations.ts';
import { workerLifeMs } from './worker-watch.ts';

/**
 * Whether a row of `projection.member` belongs to a living process, for statements that cannot wait
 * for a beat. A time far ahead was written before the database's clock was set back.
 */
export const isWorkerAliveSql = `
  seen_at between clock_timestamp() - interval '${workerLifeMs} ms' and clock_timestamp() + interval '${workerLifeMs} ms'`;

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
