import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GenericContainer, Wait } from 'testcontainers';
import { createLogger } from '../../../shared/logger.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../shared/postgres/embedded/embedded-postgres.ts';
import { findPostmaster, processesIn, stopPostmaster } from '../../../shared/postgres/embedded/postmaster.ts';
import { hasImage } from '../docker.ts';
import { freePort } from '../hub/hub-process.ts';
import type { Breakable } from '../kafka/breakable.ts';
import { breakableContainer } from '../kafka/breakable-container.ts';
import { postgresImage, postgresPassword } from './container.ts';

/** A PostgreSQL server of one test, which may kill and restart it; data and address stay the same. */
export interface OwnPostgres extends Breakable {
  readonly url: string;
  close(): Promise<void>;
}

const maxConnections = 200;

/** Starts one in a container, or the embedded server where there is no Docker. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  return (await hasImage(postgresImage)) ? startContainer() : startProcess();
}

async function startContainer(): Promise<OwnPostgres> {
  const port = await freePort();
  const container = await new GenericContainer(postgresImage)
    .withEnvironment({ POSTGRES_PASSWORD: postgresPassword })
    .withCommand(['postgres', '-c', `max_connections=${maxConnections}`])
    // A port of Docker's choice would be another one after a restart.
    .withExposedPorts({ container: 5_432, host: port })
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  return {
    url: `postgres://postgres:${postgresPassword}@127.0.0.1:${port}/postgres`,
    ...(await breakableContainer(container.getId())),
  };
}

async function startProcess(): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-test-postgres-'));
  // Root's server account must be able to pass through it.
  await chmod(dataDir, 0o711);
  const logger = createLogger({ name: 'test-postgres', level: 'silent' });

  /** Nobody starts it again but the test. */
  async function launch(): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir, logger, maxConnections });
    await server.leave();
    return server;
  }
  const { url, directory } = await launch();

  async function signalAll(name: NodeJS.Signals): Promise<void> {
    for (const pid of await processesIn(directory)) process.kill(pid, name);
  }

  return {
    url,
    kill: async () => {
      const server = await findPostmaster(directory);
      if (server !== null) process.kill(server.pid, 'SIGKILL');
    },
    stop: () => stopPostmaster(directory),
    start: async () => void (await launch()),
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    close: async () => {
      await signalAll('SIGCONT');
      await stopPostmaster(directory);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
