import { createHash } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf, OperatorError } from '../errors/errors.ts';
import { writeFileDurably } from '../files/durable-file.ts';
import { PostgresClient } from './postgres-client.ts';

/** Where a backup is restored to: the database at the address, or else the embedded server of the data directory. */
export interface RestorePlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/**
 * Keeps every hub and command but the restore off a place, from before there is a database until it is restored. The file
 * in DATA_DIR holds the name of the backup. @throws OperatorError when it cannot be written
 */
export async function markRestore(place: RestorePlace, backup: string): Promise<void> {
  const path = markerOf(place);
  try {
    await mkdir(place.dataDir, { recursive: true });
    await writeFileDurably(path, `${backup}\n`);
  } catch (error) {
    throw new OperatorError(
      'data_dir_unwritable',
      `${path} cannot be written (${messageOf(error)}): make room there, or let the account that runs the hub write there, and run the same command again`,
      { cause: error },
    );
  }
}

export async function unmarkRestore(place: RestorePlace): Promise<void> {
  await rm(markerOf(place), { force: true });
}

/** The name of the backup that is being restored there; null without one, and where this account may not look. */
export async function readRestoreMark(place: RestorePlace): Promise<string | null> {
  return readFile(markerOf(place), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}

/** @throws OperatorError while a restore is interrupted there */
export async function requireNoRestore(place: RestorePlace): Promise<void> {
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

/** A file for each place: a restore into another database is no business of the hub whose DATA_DIR this is. */
function markerOf({ dataDir, databaseUrl }: RestorePlace): string {
  const name = databaseUrl === undefined ? 'restoring' : `restoring-${fingerprintOf(databaseUrl)}`;
  return resolve(dataDir, name);
}

/**
 * A fingerprint of the database that the address leads to, without role and password, which differ between processes of one
 * hub.
 */
function fingerprintOf(databaseUrl: string): string {
  const { host, port, database } = new PostgresClient({ connectionString: databaseUrl });
  const place = JSON.stringify([host.toLowerCase(), port, database]);
  return createHash('sha256').update(place).digest('hex').slice(0, 12);
}
