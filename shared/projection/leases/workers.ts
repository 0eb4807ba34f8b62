import type { Database, Sql } from '../../postgres/database.ts';
import { migrateEngine } from '../generations/generations.ts';
import { workerLifeMs } from './worker-watch.ts';

/**
 * Whether a row of `projection.member` belongs to a living process, for statements that read once
 * and cannot wait for its next beat. A time more than 3 s ahead of the database's clock was written
 * before this clock was set back, and says nothing.
 */
export const isWorkerAliveSql = `
  seen_at between clock_timestamp() - interval '${workerLifeMs} ms' and clock_timestamp() + interval '${workerLifeMs} ms'`;

/** Ends a process's membership and gives all its partitions up. */
export async function removeWorker(sql: Sql, worker: string): Promise<void> {
  await sql.run({
    text: `with gone as (delete from projection.member where id = $1)
           update projection.checkpoint set owner = null where owner = $1`,
    values: [worker],
  });
}

/**
 * Forgets all earlier processes, so that their partitions are free at once, not only 3 s after
 * their last beat. Call this only in a process that knows from the hub lock that no other process
 * runs. A mistake would do no harm, because the fences keep the batches of other processes out.
 */
export async function forgetWorkers(database: Database): Promise<void> {
  await migrateEngine(database);
  await database.run({ text: 'delete from projection.member' });
}
