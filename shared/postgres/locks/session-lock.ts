import type { Database } from '../database.ts';

interface HoldingSession {
  /** The id of the server's process. */
  readonly pid: number;
  readonly name: string;
}

/** The sessions that hold the lock in this database. */
export function findLockSessions(database: Database, number: number): Promise<HoldingSession[]> {
  return database.many<HoldingSession>({
    text: `
      select lock.pid, activity.application_name as name
      from pg_locks as lock
      join pg_stat_activity as activity using (pid)
      where lock.locktype = 'advisory'
        and lock.granted
        and lock.database = (select oid from pg_database where datname = current_database())
        and lock.classid = 0
        and lock.objid = $1::int8::oid
        and lock.objsubid = 1
      order by lock.pid`,
    values: [number],
  });
}
