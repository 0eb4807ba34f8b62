import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { hasImage, reachableAt, sharesNetwork } from '../docker.ts';
import { freePort } from '../hub/hub-process.ts';

export interface PostgresContainer {
  readonly url: string;
  readonly container: StartedTestContainer;
}

export interface ContainerOptions {
  readonly maxConnections: number;
  /** The files are gone when the container stops. */
  readonly inMemory: boolean;
}

const image = 'postgres:18';
const password = 'test';

/** @returns null where no Docker answers or the image is not pulled in time */
export async function startPostgresContainer(options: ContainerOptions): Promise<PostgresContainer | null> {
  if (!(await hasImage(image))) return null;
  const port = await freePort();
  const inside = sharesNetwork ? port : 5_432;
  const settings = [
    `max_connections=${options.maxConnections}`,
    `port=${inside}`,
    ...(sharesNetwork ? ['listen_addresses=127.0.0.1'] : []),
  ];
  const container = await reachableAt(port, inside, new GenericContainer(image))
    .withEnvironment({ POSTGRES_PASSWORD: password })
    .withCommand(['postgres', ...settings.flatMap((setting) => ['-c', setting])])
    .withTmpFs(options.inMemory ? { '/var/lib/postgresql': 'rw' } : {})
    // The image starts the server twice: first to initialise the cluster, then to serve.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, container };
}
