import type { Database } from '../../../shared/postgres/database.ts';
import { findLockSessions } from '../../../shared/postgres/locks/session-lock.ts';

/**
 * How many sessions of this database wait for a lock. Other tests have databases of their own on
 * the same server.
 */
export async function waitingForLocks(database: Database): Promise<number> {
  const { waiting } = await database.one<{ waiting: number }>({
    text: `select count(*)::int as waiting
           from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
  });
  return waiting;
}

/**
 * Ends the sessions of this database that hold the lock of this number, as when their process is
 * killed.
 * @returns how many
 */
export async function endLockSessions(database: Database, number: number): Promise<number> {
  const sessions = await findLockSessions(database, number);
  return database.run({
    text: 'select pg_terminate_backend(pid) from unnest($1::int[]) as pid',
    values: [sessions.map(({ pid }) => pid)],
  });
}
