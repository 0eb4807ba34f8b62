import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../shared/postgres/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export interface FreshDatabase {
  readonly url: string;
  readonly database: Database;
  close(): Promise<void>;
}

/** An empty database of the run's Postgres server, dropped by `close`. */
export async function createFreshDatabase(): Promise<FreshDatabase> {
  const serverUrl = inject('postgresUrl');
  const server = openDatabase({
    url: serverUrl,
    name: 'tests',
    maxConnections: 1,
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
  });
  const name = `test_${randomBytes(6).toString('hex')}`;
  await server.run({ text: `create database ${name}` });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = openDatabase({
    url: url.href,
    name: 'tests',
    maxConnections: 8,
    statementTimeoutMs: 20_000,
    acquireTimeoutMs: 20_000,
  });
  return {
    url: url.href,
    database,
    close: async () => {
      await database.close();
      await server.run({ text: `drop database if exists ${name} with (force)` });
      await server.close();
    },
  };
}

/** A fresh database for one test, dropped when the test ends. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const fresh = await createFreshDatabase();
  onTestFinished(() => fresh.close());
  return fresh;
}
