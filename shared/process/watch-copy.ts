import type { Lifecycle } from '../async/lifecycle.ts';
import { startPeriodicTask } from '../async/periodic-task.ts';
import { LogUnavailable, OperatorError } from '../errors/errors.ts';
import { databaseCopySql, logTablesSql } from '../log/postgres/database-copy.ts';
import type { Logger } from '../observability/logger.ts';
import type { Database, Sql } from '../postgres/database.ts';

/**
 * The database is another copy than the one that this process opened, so what it keeps in memory may never have happened
 * there. `runUntilStopped` opens the process anew.
 */
export class DatabaseMoved extends OperatorError {
  constructor() {
    super(
      'database_moved',
      'the database is another copy than at the start, after a failover or a restore: start the hub again',
    );
  }
}

export interface CopyWatch {
  /** For every new session that appends to the log or projects it. @throws LogUnavailable when it is one with another copy */
  readonly requireSame: (session: Sql) => Promise<void>;
}

export interface CopyWatchOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  /** Called once. */
  readonly onMoved: (error: DatabaseMoved) => void;
  /** Between two looks; a second when left out. */
  readonly everyMs?: number | undefined;
}

/** One statement of 0.1 ms. What is answered from memory until the next look may be what a failover has lost. */
const everyDefaultMs = 1_000;
/** A server that is frozen, or that vanished, does not answer. */
const abandonAfterMs = 5_000;

/** Notes which copy of the database this is, and looks regularly whether it still is. @throws when it cannot be read */
export async function watchCopy(options: CopyWatchOptions): Promise<CopyWatch> {
  const { database, logger, lifecycle, onMoved, everyMs = everyDefaultMs } = options;
  const first = await readCopy(database);
  let tables = first.tables;
  let moved = false;

  /** The log's tables count from when there are any. */
  async function isSame(sql: Sql): Promise<boolean> {
    const tablesWereKnown = tables !== null;
    const now = await readCopy(sql);
    tables ??= now.tables;
    // Asked before the log had tables, it may be answered after another look has found them.
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

/**
 * The database for what follows from reads of it: its transactions are refused on another copy than was read. Each session is
 * asked once, since it ends with its server, and a busy projector begins 90 transactions a second.
 */
export function onSameCopy(database: Database, { requireSame }: CopyWatch): Database {
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

interface Copy {
  readonly server: string;
  /** Null while the log has no tables. */
  readonly tables: string | null;
}

function readCopy(sql: Sql): Promise<Copy> {
  return sql.one<Copy>({
    text: `select ${databaseCopySql} as server, ${logTablesSql} as tables`,
    name: 'database-copy',
    abandonAfterMs,
  });
}
