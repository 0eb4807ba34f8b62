import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createLogger } from '../../../shared/logger.ts';
import { startEmbeddedPostgres } from '../../../shared/postgres/embedded/embedded-postgres.ts';
import { startPostgresContainer, type TestServer } from './container.ts';

/** Two test processes, each with a few hubs of several pools. */
const maxConnections = 300;

/** One PostgreSQL server for the whole run: the given one, else a container, else the embedded one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = given() ?? (await startPostgresContainer(maxConnections)) ?? (await startEmbedded());
  project.provide('postgresUrl', server.url);
  return server.stop;
}

function given(): TestServer | null {
  const url = process.env.DATABASE_URL;
  return url === undefined || url === '' ? null : { url, stop: async () => {} };
}

async function startEmbedded(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-test-postgres-'));
  // Root's server account must be able to pass through it.
  await chmod(dataDir, 0o711);
  const logger = createLogger({ name: 'test-postgres', level: 'warn' });
  const server = await startEmbeddedPostgres({ dataDir, logger, maxConnections });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
