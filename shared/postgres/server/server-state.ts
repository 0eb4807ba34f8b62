import type { Sql } from '../database.ts';

/** The session that asks is not counted as a used connection. */
export interface ServerState {
  /** `server_version_num`. */
  readonly version: number;
  readonly role: string;
  readonly database: string;
  /** A standby takes no writes before it is promoted. */
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  /** The source of `default_transaction_read_only`, as `pg_settings` names it. */
  readonly readOnlySource: string;
  readonly hasFsync: boolean;
  readonly hasFullPageWrites: boolean;
  /** For this role: `max_connections` without what the server reserves for other roles. */
  readonly ofServer: number;
  readonly usedOfServer: number;
  /** Null without a limit. */
  readonly ofDatabase: number | null;
  readonly usedOfDatabase: number;
  readonly ofRole: number | null;
  readonly usedOfRole: number;
}

/**
 * Every role that may connect can run this statement. Limits of database and role do not apply to a
 * superuser.
 */
const statement = `select current_setting('server_version_num')::int as "version",
                current_user as "role",
                current_database() as "database",
                pg_is_in_recovery() as "isStandby",
                current_setting('transaction_read_only') = 'on' as "isReadOnly",
                read_only.source as "readOnlySource",
                current_setting('fsync') = 'on' as "hasFsync",
                current_setting('full_page_writes') = 'on' as "hasFullPageWrites",
                current_setting('max_connections')::int
                  - case when own.rolsuper then 0 else current_setting('superuser_reserved_connections')::int end
                  - case
                      when own.rolsuper or exists (
                        select
                        from pg_roles
                        where rolname = 'pg_use_reserved_connections' and pg_has_role(own.oid, oid, 'usage')
                      ) then 0
                      else coalesce(current_setting('reserved_connections', true)::int, 0)
                    end as "ofServer",
                (select sum(numbackends)::int - 1 from pg_stat_database) as "usedOfServer",
                case when not own.rolsuper and datconnlimit >= 0 then datconnlimit end as "ofDatabase",
                (select numbackends - 1 from pg_stat_database where datid = d.oid) as "usedOfDatabase",
                case when not own.rolsuper and own.rolconnlimit >= 0 then own.rolconnlimit end as "ofRole",
                (select count(*)::int - 1 from pg_stat_activity where usesysid = own.oid) as "usedOfRole"
         from pg_roles as own, pg_database as d, pg_settings as read_only
         where own.rolname = session_user
           and d.datname = current_database()
           and read_only.name = 'default_transaction_read_only'`;

export function readServerState(sql: Pick<Sql, 'one'>): Promise<ServerState> {
  return sql.one<ServerState>({ text: statement });
}
