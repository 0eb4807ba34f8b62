import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../shared/postgres/database.ts';
import { migrate } from '../../shared/postgres/schema/migrate.ts';

/** Several processes may create the table at once. */
export async function prepareProjector(database: Database): Promise<void> {
  await migrate(database, 'projector', new URL('./migrations/', import.meta.url));
}

/**
 * Also keeps the database size of each day for five weeks. Needs `prepareProjector`.
 * @returns a function that measures once
 */
export function createDatabaseGauges(options: {
  readonly database: Database;
  readonly metrics: Registry;
}): () => Promise<void> {
  const { database, metrics } = options;
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [metrics] });
  const size = gauge('hub_database_size_bytes', 'Size of the database of the hub on disk, without its WAL');
  const dead = gauge('hub_database_dead_rows', 'Deleted rows that are not vacuumed yet, in all tables');
  const connections = gauge('hub_database_connections', 'Connections to the server from all clients');
  const connectionsMax = gauge('hub_database_connections_max', 'Maximum connections to the server');

  return async () => {
    const now = await database.one<Record<'bytes' | 'dead' | 'used' | 'max', number>>({
      text: `with now as (select pg_database_size(current_database()) as bytes),
               past as materialized (select hub.delete_old_database_sizes()),
               kept as (
                 insert into hub.database_size (day, at, bytes)
                 select (clock_timestamp() at time zone 'utc')::date, clock_timestamp(), bytes from now, past
                 on conflict do nothing
               )
             select bytes,
                    (select coalesce(sum(n_dead_tup), 0)::bigint from pg_stat_user_tables) as dead,
                    (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
                    current_setting('max_connections')::integer as max
             from now`,
    });
    size.set(now.bytes);
    dead.set(now.dead);
    connections.set(now.used);
    connectionsMax.set(now.max);
  };
}
