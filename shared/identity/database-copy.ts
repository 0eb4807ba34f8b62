import type { Sql } from '../postgres/database.ts';

export interface DatabaseCopy {
  readonly server: string;
  /** Null while the log has no tables. */
  readonly tables: string | null;
}

const abandonAfterMs = 5_000;

/** @throws when the server is in recovery or does not answer */
export function readDatabaseCopy(sql: Sql): Promise<DatabaseCopy> {
  return sql.one<DatabaseCopy>({
    text: `select ${databaseCopySql} as server, ${logTablesSql} as tables`,
    name: 'database-copy',
    abandonAfterMs,
  });
}

/**
 * Cluster, timeline and database. The timeline comes from the WAL position: after a promotion the
 * last checkpoint names the earlier timeline for minutes. Fails on a server in recovery.
 */
export const databaseCopySql = `(
  select concat_ws(
    '/',
    s.system_identifier,
    ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int,
    d.oid
  )
  from pg_control_system() s, pg_database d
  where d.datname = current_database()
)`;

/**
 * Null before there is a log. `pg_restore --clean` changes these numbers. VACUUM FULL, CLUSTER and
 * TRUNCATE keep them.
 */
export const logTablesSql = `(
  select max(c.oid) filter (where c.relname = 'partition')::text || '/' || max(c.oid) filter (where c.relname = 'hub_feed')
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'log' and c.relname in ('partition', 'hub_feed')
)`;
