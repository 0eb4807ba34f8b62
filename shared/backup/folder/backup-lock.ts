import { OperatorError } from '../../errors/errors.ts';
import type { Database } from '../../postgres/database.ts';
import { isLockTimeout } from '../../postgres/faults/database-unavailable.ts';
import { lockNumbers } from '../../postgres/lock-numbers.ts';
import { findLockSessions } from '../../postgres/locks/session-lock.ts';
import { createSql } from '../../postgres/sql-of-client.ts';

/** The server frees the lock when the process dies. */
export interface SessionLock {
  /** Aborted when the connection is lost. Another process may have the lock then. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** @returns null while another process takes the nightly backups */
export function takeBackupKeeperLock(database: Database): Promise<SessionLock | null> {
  return takeSessionLock(database, lockNumbers.backupKeeper);
}

/** Whether a process takes the nightly backups. */
export async function hasBackupKeeper(database: Database): Promise<boolean> {
  return (await findLockSessions(database, lockNumbers.backupKeeper)).length > 0;
}

/**
 * `work` should end when its signal is aborted.
 * @throws OperatorError while another process takes a backup
 */
export async function withBackupLock<Result>(
  database: Database,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lock = await takeSessionLock(database, lockNumbers.backup);
  if (lock === null)
    throw new OperatorError('backup_runs', 'another backup of this hub is being taken: wait for its end');
  try {
    return await work(lock.lost);
  } finally {
    await lock.release();
  }
}

/** The work should not write after its signal is aborted. */
export type BackupKeysLock = <Result>(work: (lost: AbortSignal) => Promise<Result>) => Promise<Result>;

/** The process that has the lock may wait half a minute for the directory. */
const keysWaitMs = 60_000;

/**
 * Two processes at a time could bring a destroyed data key back. The lock has its own connection,
 * because the server ends an idle transaction of the pool.
 * @throws OperatorError when another process has the lock for longer than `waitMs`, and after a
 * lost connection: then the work must run again
 */
export function backupKeysLockOf(database: Database, waitMs = keysWaitMs): BackupKeysLock {
  return async (work) => {
    const lock = await waitForKeysLock(database, waitMs);
    try {
      const result = await work(lock.lost);
      lock.lost.throwIfAborted();
      return result;
    } finally {
      await lock.release();
    }
  };
}

async function waitForKeysLock(database: Database, waitMs: number): Promise<SessionLock> {
  try {
    const session = await database.connect(async (fresh) => {
      await fresh.query(`set statement_timeout = 0; set lock_timeout = ${waitMs}`);
      await fresh.query('select pg_advisory_lock($1)', [lockNumbers.backupKeys]);
    });
    return lockOf(session);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new OperatorError(
      'backup_keys_busy',
      `another process of this hub has held the keys of the backups for over ${waitMs / 1_000} s: end it if it hangs, then try again`,
      { cause: error },
    );
  }
}

async function takeSessionLock(database: Database, number: number): Promise<SessionLock | null> {
  let isLocked = false;
  const session = await database.connect(async (fresh) => {
    const { locked } = await createSql(fresh).one<{ locked: boolean }>({
      text: 'select pg_try_advisory_lock($1) as locked',
      values: [number],
    });
    isLocked = locked;
  });
  if (!isLocked) {
    await session.end();
    return null;
  }
  return lockOf(session);
}

function lockOf(session: Awaited<ReturnType<Database['connect']>>): SessionLock {
  const lost = new AbortController();
  session.once('end', () =>
    lost.abort(
      new OperatorError('backup_lock_lost', 'the connection that locked the backups was lost: try again'),
    ),
  );
  return { lost: lost.signal, release: () => session.end() };
}
