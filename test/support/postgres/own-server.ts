import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../../shared/observability/logger.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../shared/postgres/embedded/embedded-postgres.ts';
import {
  findPostmaster,
  findServerProcesses,
  stopPostmaster,
} from '../../../shared/postgres/embedded/postmaster.ts';
import type { Breakable } from '../kafka/breakable.ts';
import { breakableContainer } from '../kafka/breakable-container.ts';
import { startPostgresContainer } from './container.ts';

/** Data and address stay the same over restarts. */
export interface OwnPostgres extends Breakable {
  readonly url: string;
  close(): Promise<void>;
}

const maxConnections = 200;

/** A container, or the embedded server where there is no Docker. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const started = await startPostgresContainer({ maxConnections, inMemory: false });
  if (started === null) return startProcess();
  return { url: started.url, ...(await breakableContainer(started.container.getId())) };
}

async function startProcess(): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-test-postgres-'));
  // A PostgreSQL that root starts runs under another account, which must enter the folder.
  await chmod(dataDir, 0o711);
  const logger = createLogger({ name: 'test-postgres', level: 'silent' });

  /** Only the test starts the server again. */
  async function launch(): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir, logger, maxConnections });
    await server.leave();
    return server;
  }
  const { url, directory } = await launch();

  async function signalAll(name: NodeJS.Signals): Promise<void> {
    for (const pid of await findServerProcesses(directory)) process.kill(pid, name);
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
