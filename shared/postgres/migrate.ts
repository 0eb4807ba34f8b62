import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { OperatorError } from '../errors.ts';
import type { Database, Tx } from './database.ts';
import { lockNumbers } from './lock-numbers.ts';

/**
 * Runs the numbered `.sql` files of a folder that have not run under this name yet, in order, in one transaction. Several
 * processes may do it at once. @throws OperatorError when a file that already ran was edited
 */
export async function migrate(database: Database, name: string, folder: URL): Promise<void> {
  await database.transaction(async (tx) => {
    // Processes that start at the same time do it one after another.
    await tx.run({ text: 'select pg_advisory_xact_lock($1)', values: [lockNumbers.migration] });
    await tx.run({ text: 'create schema if not exists hub' });
    await tx.run({
      text: `create table if not exists hub.migration (
               name text not null, file text not null, checksum text not null,
               applied_at timestamptz not null default clock_timestamp(), primary key (name, file))`,
    });
    await runMissing(tx, name, folder);
  });
}

async function runMissing(tx: Tx, name: string, folder: URL): Promise<void> {
  const done = await tx.many<{ file: string; checksum: string }>({
    text: 'select file, checksum from hub.migration where name = $1',
    values: [name],
  });
  const checksums = new Map(done.map((row) => [row.file, row.checksum]));
  for (const { file, sql, checksum } of await migrationFiles(folder)) {
    const known = checksums.get(file);
    if (known === checksum) continue;
    if (known !== undefined) {
      throw new OperatorError(
        'migration_edited',
        `migration ${name}/${file} was edited after it ran; restore the file, or add a new one after it`,
      );
    }
    await tx.run({ text: sql });
    await tx.run({
      text: 'insert into hub.migration (name, file, checksum) values ($1, $2, $3)',
      values: [name, file, checksum],
    });
  }
}

export interface MigrationFile {
  readonly file: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The `.sql` files of a folder in the order of their names. */
export async function migrationFiles(folder: URL): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (file) => {
      const sql = await readFile(new URL(file, `${folder.href.replace(/\/?$/, '/')}`), 'utf8');
      return { file, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
