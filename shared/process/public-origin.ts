import type { LockHolder } from '../identity/hub-lock.ts';
import type { Database } from '../postgres/database.ts';
import { hasTable } from '../postgres/schema/has-table.ts';
import { migrate } from '../postgres/schema/migrate.ts';

/** Creates the table of public origins. Several processes may call it at once. */
export async function preparePublicOrigin(database: Database): Promise<void> {
  await migrate(database, 'public-origin', new URL('./public-origin/', import.meta.url));
}

/**
 * Records the `PUBLIC_URL` of this process for commands, or null. Ingest is not allowed to write
 * the table: a hijacked ingest process could send sign-in links elsewhere.
 * @param session the name from `announce` of the session that holds the hub lock
 */
export async function recordPublicOrigin(
  database: Database,
  session: string,
  origin: string | null,
): Promise<void> {
  await preparePublicOrigin(database);
  await database.transaction(async (tx) => {
    // Also rows of the same name: in a container the next process may have the same session name.
    await tx.run({
      text: `delete from hub.public_origin
             where session = $1
               or not exists (select from pg_stat_activity where application_name = session)`,
      values: [session],
    });
    if (origin === null) return;
    await tx.run({
      text: 'insert into hub.public_origin (session, origin) values ($1, $2)',
      values: [session, origin],
    });
  });
}

/**
 * The public address of the hub of these processes; null without an address, as in earlier
 * releases.
 */
export async function readPublicOrigin(
  database: Database,
  holders: readonly LockHolder[],
): Promise<string | null> {
  if (!(await hasTable(database, 'hub.public_origin'))) return null;
  const found = await database.maybeOne<{ origin: string }>({
    text: 'select origin from hub.public_origin where session = any($1) order by session limit 1',
    values: [holders.map(({ session }) => session)],
  });
  return found?.origin ?? null;
}
