import type { Lifecycle } from '../async/lifecycle.ts';
import { startPeriodicTask } from '../async/periodic-task.ts';
import { LogUnavailable, OperatorError } from '../errors/errors.ts';
import type { Logger } from '../observability/logger.ts';
import type { Database, Sql } from '../postgres/database.ts';
import { readDatabaseCopy } from './database-copy.ts';

/** The process may remember events that the copy lacks. */
export class DatabaseMoved extends OperatorError {
  constructor() {
    super(
      'database_moved',
      'the database is another copy than at the start, after a failover or a restore: start the hub again',
    );
  }
}

export interface DatabaseCopyWatch {
  /**
   * For every new session that appends to the log or projects it.
   * @throws LogUnavailable when the session reaches another copy
   */
  readonly requireSame: (session: Sql) => Promise<void>;
}

export interface DatabaseCopyWatchOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  /** Called once. */
  readonly onMoved: (error: DatabaseMoved) => void;
  /** By default 1 s. */
  readonly everyMs?: number | undefined;
}

/** Until the next check, an answer from memory may hold events that a failover lost. */
const everyDefaultMs = 1_000;

/** @throws when the copy cannot be read */
export async function watchDatabaseCopy(options: DatabaseCopyWatchOptions): Promise<DatabaseCopyWatch> {
  const { database, logger, lifecycle, onMoved, everyMs = everyDefaultMs } = options;
  const first = await readDatabaseCopy(database);
  let tables = first.tables;
  let moved = false;

  /** Compares with the first tables of the log that a check finds. */
  async function isSame(sql: Sql): Promise<boolean> {
    const tablesWereKnown = tables !== null;
    const now = await readDatabaseCopy(sql);
    tables ??= now.tables;
    // A check that began before the log had tables may end after another check has found them.
    const sameTables = now.tables === tables || (now.tables === null && !tablesWereKnown);
    if (now.server === first.server && sameTables) return true;
    if (!moved) {
      logger.warn('the database is another copy than before, after a failover or a restore');
      onMoved(new DatabaseMoved());
    }
    moved = true;
    return false;
  }

  const checks = startPeriodicTask({
    name: 'check for another copy of the database',
    run: async () => {
      if (!moved) await isSame(database);
    },
    everyMs,
    logger,
  });
  lifecycle.onClose(checks.stop);
  return {
    requireSame: async (session) => {
      if (await isSame(session)) return;
      throw new LogUnavailable('the database is another copy than before');
    },
  };
}

/** Checks each session once, because a session ends with its server. */
export function onSameCopy(database: Database, { requireSame }: DatabaseCopyWatch): Database {
  const same = new WeakSet<object>();
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction(async (tx) => {
        if (!same.has(tx.session)) await requireSame(tx);
        same.add(tx.session);
        return work(tx);
      }, options),
  };
}
