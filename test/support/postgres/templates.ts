import { randomBytes } from 'node:crypto';
import { projections } from '../../../projections/registry.ts';
import { migrateHub } from '../../../services/standalone/schema/migrate-hub.ts';
import { ensureStreams } from '../../../shared/log/postgres/ensure-streams.ts';
import { migrateEngine, prepareGenerations } from '../../../shared/projection/generations/generations.ts';
import { withDatabase } from './with-database.ts';

/**
 * The content of a new database.
 * - `empty`: nothing.
 * - `log`: the streams of the log and the tables of the projection engine.
 * - `projections`: `log`, and the first generation of every projection.
 * - `hub`: everything that `hub migrate` makes.
 */
export type Beginning = 'empty' | 'log' | 'projections' | 'hub';

/** Names of the databases to copy. */
export type Templates = Readonly<Record<Exclude<Beginning, 'empty'>, string>>;

/** Leaves no connection: PostgreSQL cannot copy a database in use. */
export async function makeTemplates(serverUrl: string): Promise<Templates> {
  const run = randomBytes(6).toString('hex');
  const templates: Templates = {
    log: `template_${run}_log`,
    projections: `template_${run}_projections`,
    hub: `template_${run}_hub`,
  };
  const copy = (from: string, to: string) =>
    withDatabase(serverUrl, (server) => server.run({ text: `create database ${to} template ${from}` }));
  await withDatabase(serverUrl, (server) => server.run({ text: `create database ${templates.log}` }));
  await withDatabase(databaseUrl(serverUrl, templates.log), async (database) => {
    await ensureStreams(database);
    await migrateEngine(database);
  });
  await copy(templates.log, templates.projections);
  await withDatabase(databaseUrl(serverUrl, templates.projections), (database) =>
    prepareGenerations(database, projections),
  );
  await copy(templates.projections, templates.hub);
  await migrateHub(databaseUrl(serverUrl, templates.hub));
  return templates;
}

/** For a server that keeps running after the tests. */
export async function dropTemplates(serverUrl: string, templates: Templates): Promise<void> {
  for (const name of Object.values(templates)) {
    await withDatabase(serverUrl, (server) =>
      server.run({ text: `drop database if exists ${name} with (force)` }),
    );
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
