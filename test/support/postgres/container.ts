import { connect } from 'node:net';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { hasImage } from '../docker.ts';

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

export const postgresImage = 'postgres:18';
export const postgresPassword = 'test';

const port = 5432;
const reachedWithinMs = 1_000;

/** A PostgreSQL container, or null where no Docker answers or the image cannot be had in time. */
export async function startPostgresContainer(maxConnections: number): Promise<TestServer | null> {
  if (!(await hasImage(postgresImage))) return null;
  const container = await new GenericContainer(postgresImage)
    .withEnvironment({ POSTGRES_PASSWORD: postgresPassword })
    .withCommand(['postgres', '-c', `max_connections=${maxConnections}`])
    .withTmpFs({ '/var/lib/postgresql': 'rw' })
    .withExposedPorts(port)
    // The image starts the server twice: once to initialise, once for good.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  return {
    url: `postgres://postgres:${postgresPassword}@${await addressOf(container)}/postgres`,
    stop: async () => {
      await container.stop({ timeout: 0 });
    },
  };
}

/**
 * The container's own address where the machine reaches it, as on Linux: through its published port every byte passes
 * Docker's proxy, which cost a third of what the server itself did.
 */
async function addressOf(container: StartedTestContainer): Promise<string> {
  const [network = 'bridge'] = container.getNetworkNames();
  const own = container.getIpAddress(network);
  if (await answers(own)) return `${own}:${port}`;
  return `${container.getHost()}:${container.getMappedPort(port)}`;
}

function answers(host: string): Promise<boolean> {
  const socket = connect({ host, port, timeout: reachedWithinMs });
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    for (const failure of ['error', 'timeout']) socket.once(failure, () => resolve(false));
  }).finally(() => socket.destroy());
}
