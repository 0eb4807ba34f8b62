import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createLogger } from '../../../shared/observability/logger.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../shared/postgres/embedded/embedded-postgres.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { startPostgresContainer } from './container.ts';
import { dropTemplates, makeTemplates } from './templates.ts';

interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Room for the test processes, each with a few hubs of several pools. */
const maxConnections = 500;

/** The given server, else a container, else the embedded server. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const server =
    given === undefined || given === '' ? await startServer() : { url: given, stop: async () => {} };
  const templates = await makeTemplates(server.url);
  const folder = await reachableFolder('hub-test-run-');
  project.provide('runFolder', folder);
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplates', templates);
  return async () => {
    await dropTemplates(server.url, templates);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function startServer(): Promise<TestServer> {
  const server = (await startContainer()) ?? (await startEmbedded());
  await makeCheap(server.url);
  return server;
}

async function startContainer(): Promise<TestServer | null> {
  const started = await startPostgresContainer({ maxConnections, inMemory: true });
  if (started === null) return null;
  return { url: started.url, stop: async () => void (await started.container.stop({ timeout: 0 })) };
}

/**
 * The run's data is worth nothing after a crash. `fsync` stays on, because the doctor reports a
 * server without it. Commits stay synchronous, because VACUUM marks only pages with written commits
 * as all-visible. A password is hashed once instead of 4,096 times, because each new session
 * computes the hash.
 */
async function makeCheap(url: string): Promise<void> {
  const { username, password } = new URL(url);
  const database = openDatabase({ url, name: 'tests', maxConnections: 1, statementTimeoutMs: 20_000 });
  await database.run({ text: 'alter system set full_page_writes = off' });
  await database.run({ text: 'alter system set scram_iterations = 1' });
  await database.run({ text: 'select pg_reload_conf()' });
  const user = decodeURIComponent(username);
  const secret = decodeURIComponent(password);
  await database.run({
    text: `set scram_iterations = 1; alter role "${user}" password '${secret}'; reset scram_iterations`,
  });
  await database.close();
}

async function startEmbedded(): Promise<TestServer> {
  const dataDir = await reachableFolder('hub-test-postgres-');
  const logger = createLogger({ name: 'test-postgres', level: 'warn' });
  const server = await startEmbeddedPostgres({ dataDir, logger, maxConnections });
  await trustOwner(server);
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * The exchange of a password takes over a quarter of the CPU time of a new session, and a run opens
 * thousands of sessions. Other roles still need their passwords.
 */
async function trustOwner({ url, directory }: EmbeddedPostgres): Promise<void> {
  const rules = join(directory, 'pg_hba.conf');
  const { username, hostname } = new URL(url);
  await writeFile(rules, `host all ${username} ${hostname}/32 trust\n${await readFile(rules, 'utf8')}`);
}

/** A PostgreSQL that root starts runs under another account, which must enter the folder. */
async function reachableFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o711);
  return folder;
}
