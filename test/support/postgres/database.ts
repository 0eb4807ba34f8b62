import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { Database } from '../../../shared/postgres/database.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { atEnd } from '../at-end.ts';
import { patient } from '../runner/patience.ts';
import { type Beginning, databaseUrl, type Templates } from './templates.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    postgresTemplates: Templates;
  }
}

export interface FreshDatabase {
  readonly url: string;
  readonly database: Database;
  close(): Promise<void>;
}

/** Creates and drops the databases of this process's tests. */
let makesDatabases: Database | null = null;

let dropping: Promise<unknown> = Promise.resolve();

/** No other test uses the database. `close` drops the database. */
export async function createFreshDatabase(beginning: Beginning = 'empty'): Promise<FreshDatabase> {
  const serverUrl = inject('postgresUrl');
  makesDatabases ??= openDatabase({
    url: serverUrl,
    name: 'tests',
    maxConnections: 2,
    statementTimeoutMs: patient(20_000),
    acquireTimeoutMs: patient(20_000),
  });
  const server = makesDatabases;
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = beginning === 'empty' ? 'template1' : inject('postgresTemplates')[beginning];
  // Copying files costs half as much as the default, which copies page by page through the WAL.
  await server.run({ text: `create database ${name} template ${template} strategy file_copy` });
  // A copy has everything that `hub migrate` makes, except this right.
  if (beginning === 'hub') await server.run({ text: `grant create on database ${name} to hub_projector` });
  const url = databaseUrl(serverUrl, name);
  const database = openDatabase({
    url,
    name: 'tests',
    // Some tests hold three connections, and look at the waiting sessions with a fourth connection.
    maxConnections: 4,
    statementTimeoutMs: patient(20_000),
    acquireTimeoutMs: patient(20_000),
    checkRows: true,
  });
  return {
    url,
    database,
    close: async () => {
      await database.close();
      await dropping;
      // The next test does not wait for the drop: the server rests for 100 ms while a connection
      // ends.
      dropping = server.run({ text: `drop database if exists ${name} with (force)` });
    },
  };
}

/** The database is dropped when the test ends. */
export async function freshDatabase(beginning?: Beginning): Promise<FreshDatabase> {
  const fresh = await createFreshDatabase(beginning);
  atEnd(() => fresh.close());
  return fresh;
}

export async function databaseUrlOf(database: Database): Promise<string> {
  const { name } = await database.one<{ name: string }>({ text: 'select current_database() as name' });
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return url.href;
}
