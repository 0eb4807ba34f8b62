import { OperatorError } from '../errors.ts';
import { type Database, sqlOver } from '../postgres/database.ts';
import { lockNumbers } from '../postgres/lock-numbers.ts';

/** A lock of a connection of its own. The server frees it when the process dies. */
export interface SessionLock {
  /** Aborted when the connection is lost, after which another process may have the lock. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Takes the lock of the process that takes the hub's backups by itself. @returns null while another process has it */
export function takeKeeperLock(database: Database): Promise<SessionLock | null> {
  return takeSessionLock(database, lockNumbers.backupKeeper);
}

/** Whether a process takes the hub's backups by itself, and so keeps their keys. */
export async function isKept(database: Database): Promise<boolean> {
  const { kept } = await database.one<{ kept: boolean }>({
    text: `select exists (
             select
             from pg_locks
             where locktype = 'advisory'
               and granted
               and database = (select oid from pg_database where datname = current_database())
               and classid = 0
               and objid = $1::int8::oid
               and objsubid = 1
           ) as kept`,
    values: [lockNumbers.backupKeeper],
  });
  return kept;
}

/**
 * Runs `work` while no other process of the hub takes a backup. It should end when its signal is aborted.
 * @throws OperatorError when another one does
 */
export async function whileBackupLocked<Result>(
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

/** Runs work on the keys of backups while no other process of the hub does. */
export type KeysLock = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Waits for whoever has the keys now, which takes seconds at most. */
export function keysLockOf(database: Database): KeysLock {
  return (work) =>
    database.transaction(async (tx) => {
      await tx.run({ text: 'select pg_advisory_xact_lock($1)', values: [lockNumbers.backupKeys] });
      return work();
    });
}

async function takeSessionLock(database: Database, number: number): Promise<SessionLock | null> {
  let isLocked = false;
  const session = await database.connect(async (fresh) => {
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
  const lost = new AbortController();
  session.once('end', () =>
    lost.abort(new OperatorError('backup_lock_lost', 'the connection that kept other backups out was lost')),
  );
  return { lost: lost.signal, release: () => session.end() };
}
