import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../shared/postgres/database.ts';
import { migrate } from '../../shared/postgres/migrate.ts';

/** Makes the table of `createDatabaseSize`. Safe when raced. */
export async function prepareProjector(database: Database): Promise<void> {
  await migrate(database, 'projector', new URL('./migrations/', import.meta.url));
}

/** Shows the size of the database, and keeps that of each day for five weeks. Needs its table. @returns one look */
export function createDatabaseSize(options: {
  readonly database: Database;
  readonly metrics: Registry;
}): () => Promise<void> {
  const { database, metrics } = options;
  const gauge = new Gauge({
    name: 'hub_database_size_bytes',
    help: 'Size of the database of the hub on disk, without its WAL',
    registers: [metrics],
  });

  return async () => {
    const { bytes } = await database.one<{ bytes: number }>({
      text: `with now as (select pg_database_size(current_database()) as bytes),
               past as (delete from hub.database_size where day < current_date - 35),
               kept as (
                 insert into hub.database_size (day, at, bytes)
                 select (clock_timestamp() at time zone 'utc')::date, clock_timestamp(), bytes from now
                 on conflict do nothing
               )
             select bytes from now`,
    });
    gauge.set(bytes);
  };
}
