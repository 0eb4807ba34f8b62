import type { Database } from '../../shared/postgres/database.ts';
import { migrate } from '../../shared/postgres/migrate.ts';

/**
 * Whether a log in the database was restored with it: a dump keeps the place that it was taken at, and finds another
 * where it is restored, as does a recovery to a point in time. A data directory that was copied back looks as if it had
 * never been away.
 */
export async function wasRestored(database: Database): Promise<boolean> {
  await migrate(database, 'feed-place', new URL('./feed-place/', import.meta.url));
  const { moved } = await database.one<{ moved: boolean }>({
    text: `select exists (select from hub.feed_place where place <> ${placeSql}) as moved`,
  });
  return moved;
}

/** Notes that the feed goes on from here. */
export async function notePlace(database: Database): Promise<void> {
  await database.run({
    text: `insert into hub.feed_place (place)
           values (${placeSql})
           on conflict (only_row) do update
           set place = excluded.place
           where feed_place.place <> excluded.place`,
  });
}

/** The cluster, its timeline and the database in it. */
const placeSql = `(
  select concat_ws('/', s.system_identifier, c.timeline_id, d.oid)
  from pg_control_system() s, pg_control_checkpoint() c, pg_database d
  where d.datname = current_database()
)`;
