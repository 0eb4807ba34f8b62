import { stat } from 'node:fs/promises';
import { writeFileDurably } from '../../files/durable-file.ts';
import type { Database } from '../../postgres/database.ts';
import { migrate } from '../../postgres/schema/migrate.ts';
import { databaseCopySql, logTablesSql } from './database-copy.ts';

/**
 * Whether the database, and the log in it, was restored from a copy since `noteInUse`. Signs of that:
 * 1. another cluster, timeline or database: a dump restored elsewhere, a recovery, a standby that was promoted;
 * 2. other oids of the log's tables: `pg_restore --clean` over the database that the dump was taken from;
 * 3. a note that another transaction wrote than it names: COPY, which fills the tables of a dump;
 * 4. another change time of the marker file beside `directory`, the data of an embedded server: files that were copied back.
 *
 * Not detected: a disk or a machine that was set back as a whole, and copied files of a server that is not ours. A copy that
 * lost nothing counts as restored, too, which costs sequences only.
 */
export async function wasRestored(database: Database, directory: string | null): Promise<boolean> {
  await prepareCopyInUse(database);
  const { moved } = await database.one<{ moved: boolean }>({
    // What a release before this one did not note is null, and no sign of anything.
    text: `select exists (
             select
             from hub.feed_place
             where place <> ${databaseCopySql} or files <> $1::text or tables <> ${logTablesSql} or ${copiedSql}
           ) as moved`,
    values: [await filesOf(directory)],
  });
  return moved;
}

/** Notes that the log goes on from here. A kill in between makes the next start look restored. */
export async function noteInUse(database: Database, directory: string | null): Promise<void> {
  await prepareCopyInUse(database);
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
    values: [await filesOf(directory)],
  });
}

/** Whether the row was written by another transaction than the one that it names, as COPY does that fills a table. */
const copiedSql = 'feed_place.written_by::text::numeric % 4294967296 <> feed_place.xmin::text::numeric';

/** Makes the table of the note, `hub.feed_place`: its name is the feed's, for whose cursors alone it is read. Safe when raced. */
export function prepareCopyInUse(database: Database): Promise<void> {
  return migrate(database, 'feed-place', new URL('./copy-in-use/', import.meta.url));
}

const marker = 'Written at each start of the hub: by its time the hub knows when its data was copied back.\n';

function markerOf(directory: string): string {
  return `${directory}.started`;
}

/**
 * Which copy of the files it is: the change time of the marker, which no copying tool can set. In whole seconds, since
 * some file systems keep no more over a reboot. Null where the server is not ours.
 */
async function filesOf(directory: string | null): Promise<string | null> {
  if (directory === null) return null;
  try {
    return String(Math.floor((await stat(markerOf(directory))).ctimeMs / 1_000));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'none';
    throw error;
  }
}
