import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { retryUntil } from '../../async/waiting.ts';
import { OperatorError } from '../../errors/errors.ts';
import type { Database, Sql, Tx } from '../database.ts';
import { isLockTimeout } from '../faults/database-unavailable.ts';
import { isLackingPrivilege } from '../faults/lacking-privilege.ts';
import { lockNumbers } from '../lock-numbers.ts';
import { hasTable } from './has-table.ts';

/** Versions between 0.1.0 and 0.2.0 ran one of these files, which no release has. */
const unreleasedMigrations = new Set(['ingest/001-pairing-attempt.sql', 'log/006-append-reports.sql']);

/** Clients of a running hub wait at most this long for a migration that waits for a lock. */
const lockTimeoutMs = 300;
const lockRetries = { withinMs: 60_000, everyMs: 500 };

/**
 * Runs new `.sql` files in order, in one transaction. Several processes may do this at the same
 * time. When all files have run already, the database role needs only the right to read
 * `hub.migration`.
 * @throws OperatorError when a file was edited after it ran, or when the database role is not
 * allowed to run a new file. A database that no release wrote is refused before any write.
 */
export async function migrate(database: Database, name: string, folder: URL): Promise<void> {
  const files = await migrationFiles(folder);
  const missing = (await hasTable(database, 'hub.migration')) ? await notRun(database, name, files) : files;
  if (missing.length === 0) return;
  try {
    await retryUntil(() => runMissing(database, name, files), { ...lockRetries, mayPass: isLockTimeout });
  } catch (error) {
    if (isLockTimeout(error)) throw lockedTable(`${name}/${missing[0]?.file}`, error);
    if (!isLackingPrivilege(error)) throw error;
    throw new OperatorError(
      'not_migrated',
      `migration ${name}/${missing[0]?.file} has not run on this database, and the database role of DATABASE_URL lacks the privilege to run it: run hub migrate with DATABASE_OWNER_URL, then start again`,
      { cause: error },
    );
  }
}

function lockedTable(file: string, cause: unknown): OperatorError {
  return new OperatorError(
    'not_migrated',
    `migration ${file} found a table locked for ${lockRetries.withinMs / 1_000} s: hub doctor names long transactions; end them, then start again`,
    { cause },
  );
}

async function runMissing(database: Database, name: string, files: readonly MigrationFile[]): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run({ text: 'select pg_advisory_xact_lock($1)', values: [lockNumbers.migration] });
    await tx.run({ text: 'create schema if not exists hub' });
    await tx.run({
      text: `create table if not exists hub.migration (
               name text not null, file text not null, checksum text not null,
               applied_at timestamptz not null default clock_timestamp(), primary key (name, file))`,
    });
    // Statements of running processes queue behind a migration that waits for a table.
    await tx.run({ text: `set local lock_timeout = ${lockTimeoutMs}` });
    // Another process may have run these files before this process got the lock.
    for (const file of await notRun(tx, name, files)) await runFile(tx, name, file);
  });
}

async function notRun(sql: Sql, name: string, files: readonly MigrationFile[]): Promise<MigrationFile[]> {
  const done = await sql.many<{ name: string; file: string; checksum: string }>({
    text: 'select name, file, checksum from hub.migration',
  });
  if (done.some((row) => unreleasedMigrations.has(`${row.name}/${row.file}`))) throw unreleased();
  const own = done.filter((row) => row.name === name);
  const checksums = new Map(own.map((row) => [row.file, row.checksum]));
  return files.filter(({ file, checksum }) => {
    const known = checksums.get(file);
    if (known === undefined || known === checksum) return known === undefined;
    throw new OperatorError(
      'migration_edited',
      `migration ${name}/${file} was edited after it ran: restore the file, and write the change into a new migration`,
    );
  });
}

/**
 * For commands that run no migration.
 * @throws OperatorError `unreleased_version` for a database that no release wrote
 */
export async function requireReleased(sql: Sql): Promise<void> {
  if (await hasTable(sql, 'hub.migration')) await notRun(sql, '', []);
}

function unreleased(): OperatorError {
  return new OperatorError(
    'unreleased_version',
    'the database is from a version between the releases 0.1.0 and 0.2.0, which no release can read: use that version again, or start with an empty DATA_DIR or database',
  );
}

async function runFile(tx: Tx, name: string, { file, sql, checksum }: MigrationFile): Promise<void> {
  await tx.run({ text: sql });
  await tx.run({
    text: 'insert into hub.migration (name, file, checksum) values ($1, $2, $3)',
    values: [name, file, checksum],
  });
}

export interface MigrationFile {
  readonly file: string;
  readonly sql: string;
  readonly checksum: string;
}

export async function migrationFiles(folder: URL): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (file) => {
      const sql = await readFile(new URL(file, `${folder.href.replace(/\/?$/, '/')}`), 'utf8');
      return { file, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
