import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf, OperatorError } from '../errors/errors.ts';
import { createFolder } from '../files/create-folder.ts';
import { writeFileDurably } from '../files/durable-file.ts';
import type { Database } from '../postgres/database.ts';
import { PostgresClient } from '../postgres/postgres-client.ts';
import { hasTable } from '../postgres/schema/has-table.ts';
import {
  findBoundIdentity,
  holdsRecords,
  otherLogError,
  prepareLogIdentity,
  restoringPrefix,
} from './log-identity.ts';

// A restore leaves two marks. The file in DATA_DIR is there before the database is. The row in the
// database also stops processes that have another DATA_DIR.

/** The database at the address, or else the embedded server of the data directory. */
export interface RestorePlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/**
 * Keeps every hub and command except the restore away, by a file in DATA_DIR.
 * @throws OperatorError when the file cannot be written
 */
export async function markRestore(place: RestorePlace, backup: string): Promise<void> {
  const path = markerOf(place);
  try {
    await createFolder(place.dataDir);
    await writeFileDurably(path, `${backup}\n`);
  } catch (error) {
    throw new OperatorError(
      'data_dir_unwritable',
      `${path} cannot be written (${messageOf(error)}): free some space there, or let the user that runs the hub write there, and run the same command again`,
      { cause: error },
    );
  }
}

export async function unmarkRestore(place: RestorePlace): Promise<void> {
  await rm(markerOf(place), { force: true });
}

/** The name of the backup; null without a restore or without access to the file. */
export async function readRestoreMark(place: RestorePlace): Promise<string | null> {
  return readFile(markerOf(place), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}

/** @throws OperatorError when a restore to the place is unfinished */
export async function requireNoRestoreAt(place: RestorePlace): Promise<void> {
  const backup = await readRestoreMark(place);
  if (backup === null) return;
  const again = `run the same hub backup restore again (${backup})`;
  throw new OperatorError(
    'restore_interrupted',
    place.databaseUrl === undefined
      ? `the restore of a backup into DATA_DIR ${resolve(place.dataDir)} was interrupted: ${again}, or set DATA_DIR to a new folder`
      : `the restore of a backup into the database of DATABASE_URL was interrupted, as ${markerOf(place)} says: ${again}, or set DATABASE_URL to a new database`,
  );
}

/** Records are copied first, then tables are filled from the records. */
export type RestoreStage = 'records' | 'tables';

/**
 * Null for a database without a log. Changes nothing.
 * @param backup a name without a space
 * @throws OperatorError when the database has a log, or an unfinished restore of another backup
 */
export async function findRestoreStage(database: Database, backup: string): Promise<RestoreStage | null> {
  const bound = (await hasTable(database, 'hub.log_identity')) ? await findBoundIdentity(database) : null;
  if (bound === null && !(await holdsRecords(database))) return null;
  if (!bound?.startsWith(restoringPrefix)) {
    throw new OperatorError(
      'not_empty',
      'a hub has this database already, and a backup is restored into an empty one: set DATA_DIR to a new folder, or DATABASE_URL to a new database',
    );
  }
  const [stage, begun] = bound.slice(restoringPrefix.length).split(' ');
  if (begun === backup && (stage === 'records' || stage === 'tables')) return stage;
  throw new OperatorError(
    'other_restore',
    'the restore of another backup into this database was interrupted: run that one again, or take an empty database',
  );
}

/** No hub starts on the database before `rebindLog`. */
export async function recordRestoreStage(
  database: Database,
  stage: RestoreStage,
  backup: string,
): Promise<void> {
  await database.run({
    text: `insert into hub.log_identity (identity) values ($1)
           on conflict (only_row) do update set identity = excluded.identity`,
    values: [`${restoringPrefix}${stage} ${backup}`],
  });
}

/**
 * For a process that does not open the log.
 * @throws OperatorError when a restore into the database is unfinished
 */
export async function requireNoRestoreInto(database: Database): Promise<void> {
  await prepareLogIdentity(database);
  const bound = await findBoundIdentity(database);
  if (bound?.startsWith(restoringPrefix)) throw otherLogError(bound, bound);
}

/** One file for each place: a restore into another database does not concern this hub. */
function markerOf({ dataDir, databaseUrl }: RestorePlace): string {
  const name = databaseUrl === undefined ? 'restoring' : `restoring-${fingerprintOf(databaseUrl)}`;
  return resolve(dataDir, name);
}

/** Without role and password, which differ between processes of a hub. */
function fingerprintOf(databaseUrl: string): string {
  const { host, port, database } = new PostgresClient({ connectionString: databaseUrl });
  const place = JSON.stringify([host.toLowerCase(), port, database]);
  return createHash('sha256').update(place).digest('hex').slice(0, 12);
}
