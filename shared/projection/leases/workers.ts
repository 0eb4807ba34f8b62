import type { Database, Sql } from '../../postgres/database.ts';
import { migrateEngine } from '../generations/generations.ts';
import { workerLifeMs } from './worker-watch.ts';

/**
 * Whether a row of `projection.member` is of a process that lives, for statements that look once and cannot wait for its
 * next beat. A time ahead of the database's clock was written before that clock was set back, and says nothing.
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
 * Forgets all processes that projected before, so that their partitions are free at once instead of 3 s after their last
 * beat. For a process that knows from the hub lock that no other one runs. A mistake would do no harm, because the fences
 * keep the batches of the others out.
 */
export async function forgetWorkers(database: Database): Promise<void> {
  await migrateEngine(database);
  await database.run({ text: 'delete from projection.member' });
}
