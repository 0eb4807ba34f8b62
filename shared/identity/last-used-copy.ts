import { stat } from 'node:fs/promises';
import { writeFileDurably } from '../files/durable-file.ts';
import type { Database } from '../postgres/database.ts';
import { migrate } from '../postgres/schema/migrate.ts';
import { databaseCopySql, logTablesSql } from './database-copy.ts';

/**
 * Signs of a restore from a copy since `markInUse`:
 * - another cluster, timeline or database: a dump was restored elsewhere, or a standby promoted
 * - other numbers of the log's tables: `pg_restore --clean` ran
 * - a row of `hub.feed_place` that names another transaction: COPY filled the table
 * - another change time of the marker file: files were copied back
 *
 * Not noticed: a disk or machine that was reset as a whole, and copied files of an external server.
 * A copy that lost nothing also counts as restored.
 */
export async function wasRestored(database: Database, directory: string | null): Promise<boolean> {
  await prepareLastUsedCopy(database);
  const { restored } = await database.one<{ restored: boolean }>({
    // A null column comes from an earlier release and is no sign of a restore.
    text: `select exists (
             select
             from hub.feed_place
             where place <> ${databaseCopySql} or files <> $1::text or tables <> ${logTablesSql} or ${copiedSql}
           ) as restored`,
    values: [await readMarkerChangeTime(directory)],
  });
  return restored;
}

/**
 * After a kill between the marker file and the row, the next start takes the copy for a restored
 * copy.
 */
export async function markInUse(database: Database, directory: string | null): Promise<void> {
  await prepareLastUsedCopy(database);
  if (directory !== null) await writeFileDurably(markerOf(directory), marker);
  await database.run({
    text: `insert into hub.feed_place (place, files, tables, written_by)
           values (${databaseCopySql}, $1, ${logTablesSql}, pg_current_xact_id())
           on conflict (only_row) do update
           set place = excluded.place,
               files = excluded.files,
               tables = excluded.tables,
               written_by = excluded.written_by
           where (feed_place.place, feed_place.files, feed_place.tables)
                   is distinct from (excluded.place, excluded.files, excluded.tables)
              or (${copiedSql}) is not false`,
    values: [await readMarkerChangeTime(directory)],
  });
}

const copiedSql = 'feed_place.written_by::text::numeric % 4294967296 <> feed_place.xmin::text::numeric';

/** Creates `hub.feed_place`. Several processes may call this at once. */
export function prepareLastUsedCopy(database: Database): Promise<void> {
  return migrate(database, 'feed-place', new URL('./migrations/feed-place/', import.meta.url));
}

const marker =
  'The hub writes this file at each start. Its change time shows whether the data was copied back.\n';

function markerOf(directory: string): string {
  return `${directory}.started`;
}

/**
 * No copying tool can set a change time. Whole seconds, because some file systems keep only whole
 * seconds over a reboot. Null for an external server.
 */
async function readMarkerChangeTime(directory: string | null): Promise<string | null> {
  if (directory === null) return null;
  try {
    return String(Math.floor((await stat(markerOf(directory))).ctimeMs / 1_000));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'none';
    throw error;
  }
}
