import type { Database } from '../../../shared/postgres/database.ts';
import { findLockSessions } from '../../../shared/postgres/locks/session-lock.ts';

/** Counts sessions of this database only, because other tests use the same server. */
export async function waitingForLocks(database: Database): Promise<number> {
  const { waiting } = await database.one<{ waiting: number }>({
    text: `select count(*)::int as waiting
           from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
  });
  return waiting;
}

/** Ends sessions as when their process is killed. @returns how many */
export async function endLockSessions(database: Database, number: number): Promise<number> {
  const sessions = await findLockSessions(database, number);
  return database.run({
    text: 'select pg_terminate_backend(pid) from unnest($1::int[]) as pid',
    values: [sessions.map(({ pid }) => pid)],
  });
}
