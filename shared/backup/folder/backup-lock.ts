import { OperatorError } from '../../errors/errors.ts';
import type { Database } from '../../postgres/database.ts';
import { isLockTimeout } from '../../postgres/faults/database-unavailable.ts';
import { lockNumbers } from '../../postgres/lock-numbers.ts';
import { findLockSessions, openLockSession } from '../../postgres/locks/session-lock.ts';
import { sqlOver } from '../../postgres/sql-over.ts';

/** A lock of a connection of its own. The server frees it when the process dies. */
export interface SessionLock {
  /** Aborted when the connection is lost, after which another process may have the lock. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Takes the lock of the keeper, the process that takes the hub's backups by itself. @returns null while another process has it */
export function takeBackupKeeperLock(database: Database): Promise<SessionLock | null> {
  return takeSessionLock(database, lockNumbers.backupKeeper);
}

/** Whether a process takes the hub's backups by itself, and so removes withdrawn keys from the copy beside them. */
export async function hasBackupKeeper(database: Database): Promise<boolean> {
  return (await findLockSessions(database, lockNumbers.backupKeeper)).length > 0;
}

/**
 * Runs `work` while no other process of the hub takes a backup. It should end when its signal is aborted.
 * @throws OperatorError when another one does
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

/** Runs work on the keys of backups while no other process of the hub does. It should not write once its signal is aborted. */
export type BackupKeysLock = <Result>(work: (lost: AbortSignal) => Promise<Result>) => Promise<Result>;

/** Whoever has the keys reads and writes one file, and may wait half a minute for the members of now. */
const keysWaitMs = 60_000;

/**
 * Only one process at a time may replace the keys beside the backups: one that writes what it read before an erasure
 * would bring a destroyed key back. The lock waits for whoever has them, and has a connection of its own, because the
 * server ends a session of the pool that rests in a transaction.
 * @throws OperatorError when another one has the keys for longer than `waitMs`, and when the connection was lost before
 * the work was done, which is then to be done again
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
    const session = await openLockSession(database, async (fresh) => {
      await fresh.query(`set statement_timeout = 0; set lock_timeout = ${waitMs}`);
      await fresh.query('select pg_advisory_lock($1)', [lockNumbers.backupKeys]);
    });
    return lockOf(session);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new OperatorError(
      'backup_keys_busy',
      `another process of this hub has had the keys of the backups for over ${waitMs / 1_000} s: end it if it hangs, then try again`,
      { cause: error },
    );
  }
}

async function takeSessionLock(database: Database, number: number): Promise<SessionLock | null> {
  let isLocked = false;
  const session = await openLockSession(database, async (fresh) => {
    const { locked } = await sqlOver(fresh).one<{ locked: boolean }>({
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
      new OperatorError(
        'backup_lock_lost',
        'the connection that kept other processes from the backups was lost: try again',
      ),
    ),
  );
  return { lost: lost.signal, release: () => session.end() };
}
