import { GenericContainer, Wait } from 'testcontainers';
import { hasImage } from '../docker.ts';

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

export const postgresImage = 'postgres:18';
export const postgresPassword = 'test';

/** A PostgreSQL container, or null where no Docker answers or the image cannot be had in time. */
export async function startPostgresContainer(maxConnections: number): Promise<TestServer | null> {
  if (!(await hasImage(postgresImage))) return null;
  const container = await new GenericContainer(postgresImage)
    .withEnvironment({ POSTGRES_PASSWORD: postgresPassword })
    .withCommand(['postgres', '-c', `max_connections=${maxConnections}`])
    .withTmpFs({ '/var/lib/postgresql': 'rw' })
    .withExposedPorts(5432)
    // The image starts the server twice: once to initialise, once for good.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  return {
    url: `postgres://postgres:${postgresPassword}@${container.getHost()}:${container.getMappedPort(5432)}/postgres`,
    stop: async () => {
      await container.stop({ timeout: 0 });
    },
  };
}
