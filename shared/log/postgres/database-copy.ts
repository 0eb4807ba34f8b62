/**
 * The cluster, its timeline and the database in it, as SQL. The timeline is that of the records that are written now: the
 * last checkpoint still names the old one for minutes after a standby was promoted. Fails on a server in recovery.
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
 * The numbers of the log's tables, as SQL: each is another one once its table was dropped and made anew, as
 * `pg_restore --clean` does, and stays through VACUUM FULL, CLUSTER and TRUNCATE. Null before there is a log.
 */
export const logTablesSql = `(
  select max(c.oid) filter (where c.relname = 'partition')::text || '/' || max(c.oid) filter (where c.relname = 'hub_feed')
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'log' and c.relname in ('partition', 'hub_feed')
)`;
