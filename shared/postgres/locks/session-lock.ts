import type { Database } from '../database.ts';
import type { PostgresClient } from '../postgres-client.ts';

/**
 * The session holds the lock of `prepare` until its end. The server frees the lock when the process
 * dies, and within seconds when the host vanishes.
 */
export function openLockSession(
  database: Database,
  prepare: (fresh: PostgresClient) => Promise<unknown>,
): Promise<PostgresClient> {
  return database.connect(async (fresh) => {
    await fresh.query(
      'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    );
    await prepare(fresh);
  });
}

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
