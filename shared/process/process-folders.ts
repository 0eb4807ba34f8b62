import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { LockHolder } from '../identity/hub-lock.ts';
import type { Database } from '../postgres/database.ts';
import { hasTable } from '../postgres/schema/has-table.ts';
import { migrate } from '../postgres/schema/migrate.ts';

/** The folders that a running process uses, as absolute paths on its host. */
export interface ProcessFolders {
  readonly holder: LockHolder;
  /** The whole name of its host; the name of the session may hold only a part. */
  readonly host: string;
  readonly dataDir: string;
  readonly backupDir: string;
}

/** Creates the table of folders. Several processes may call it at once. */
export async function prepareProcessFolders(database: Database): Promise<void> {
  await migrate(database, 'process-folders', new URL('./process-folders/', import.meta.url));
}

/**
 * Records the folders of this process for `hub doctor`.
 * @param session the name from `announce` of the session that holds the hub lock
 */
export async function recordProcessFolders(
  database: Database,
  session: string,
  settings: { readonly DATA_DIR: string; readonly BACKUP_DIR: string },
): Promise<void> {
  await prepareProcessFolders(database);
  await database.transaction(async (tx) => {
    // Also rows of the same name: in a container the next process may have the same session name.
    await tx.run({ text: 'select hub.delete_old_process_folders($1)', values: [session] });
    await tx.run({
      text: 'insert into hub.process_folders (session, host, data_dir, backup_dir) values ($1, $2, $3, $4)',
      values: [session, hostname(), resolve(settings.DATA_DIR), resolve(settings.BACKUP_DIR)],
    });
  });
}

/** The folders of these processes. A process of an earlier release has none. */
export async function readProcessFolders(
  database: Database,
  holders: readonly LockHolder[],
): Promise<ProcessFolders[]> {
  if (!(await hasTable(database, 'hub.process_folders'))) return [];
  const rows = await database.many<{ session: string; host: string; data_dir: string; backup_dir: string }>({
    text: 'select session, host, data_dir, backup_dir from hub.process_folders where session = any($1)',
    values: [holders.map(({ session }) => session)],
  });
  return rows.flatMap(({ session, host, data_dir: dataDir, backup_dir: backupDir }) =>
    holders
      .filter((holder) => holder.session === session)
      .map((holder) => ({ holder, host, dataDir, backupDir })),
  );
}
