import type pg from 'pg';
import { copyIn } from './copy/copy-in.ts';
import type { TransactionOptions, Tx } from './database.ts';
import { isAbandonedStatement } from './faults/database-unavailable.ts';
import { createSql, type StatementHooks } from './sql-of-client.ts';

/** A rollback without an answer would keep a connection for as long as TCP waits. */
const rollbackWithinMs = 5_000;

/** Rolls back when `work` throws, and releases the client to its pool. */
export async function runTransaction<Result>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<Result>,
  { isolation, readOnly, abandonAfterMs, ...hooks }: TransactionOptions & StatementHooks,
): Promise<Result> {
  const run = createSql(client, { ...hooks, abandonAfterMs });
  let broken: Error | undefined;
  try {
    await run.run({
      text: `begin${isolation ? ` isolation level ${isolation}` : ''}${readOnly ? ' read only' : ''}`,
    });
    const result = await work({
      ...run,
      session: client,
      copyIn: (text, bytes) =>
        copyIn(client, text, bytes).catch((error: unknown) => {
          hooks.onError?.(error);
          throw error;
        }),
    });
    await run.run({ text: 'commit' });
    return result;
  } catch (error) {
    broken = isAbandonedStatement(error) ? (error as Error) : await failureOfRollback(client);
    throw error;
  } finally {
    // A broken connection does not go back to the pool.
    client.release(broken);
  }
}

async function failureOfRollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await createSql(client).run({ text: 'rollback', abandonAfterMs: rollbackWithinMs });
    return undefined;
  } catch (failure) {
    return failure as Error;
  }
}
