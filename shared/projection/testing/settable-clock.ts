import type { Database } from '../../postgres/database.ts';

export interface SettableClock {
  /** Ahead of the real clock by this interval, or back: `-1 hour`. */
  set(by: string): Promise<void>;
}

/** Replaces `clock_timestamp()` for all sessions of the database. */
export async function settableClock(database: Database): Promise<SettableClock> {
  const { name } = await database.one<{ name: string }>({ text: 'select current_database() as name' });
  for (const text of [
    'create schema clock',
    `create table clock.ahead as select interval '0' as by`,
    `create function clock.clock_timestamp() returns timestamptz volatile
     return pg_catalog.clock_timestamp() + (select by from clock.ahead)`,
    `alter database ${name} set search_path = clock, pg_catalog, public`,
    // Sessions keep the path that they began with.
    `select pg_terminate_backend(pid)
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  ]) {
    await database.run({ text });
  }
  return {
    set: async (by) => {
      await database.run({ text: 'update clock.ahead set by = $1::interval', values: [by] });
    },
  };
}
