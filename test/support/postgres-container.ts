import { GenericContainer, getContainerRuntimeClient, ImageName, Wait } from 'testcontainers';

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

const image = 'postgres:18';
const password = 'test';
const dockerAnswersWithinMs = 3_000;
const pulledWithinMs = 60_000;

/** A PostgreSQL container, or null where no Docker answers or the image cannot be had in time. */
export async function startPostgresContainer(maxConnections: number): Promise<TestServer | null> {
  // Its image needs a registry that not every machine reaches; the container is removed by `stop`.
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
  if (!(await hasImage())) return null;
  const container = await new GenericContainer(image)
    .withEnvironment({ POSTGRES_PASSWORD: password })
    .withCommand(['postgres', '-c', `max_connections=${maxConnections}`])
    .withTmpFs({ '/var/lib/postgresql': 'rw' })
    .withExposedPorts(5432)
    // The image starts the server twice: once to initialise, once for good.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  return {
    url: `postgres://postgres:${password}@${container.getHost()}:${container.getMappedPort(5432)}/postgres`,
    stop: async () => {
      await container.stop({ timeout: 0 });
    },
  };
}

async function hasImage(): Promise<boolean> {
  try {
    const client = await within(getContainerRuntimeClient(), dockerAnswersWithinMs);
    const name = ImageName.fromString(image);
    if (await client.image.exists(name)) return true;
    await within(client.image.pull(name), pulledWithinMs);
    return true;
  } catch {
    return false;
  }
}

function within<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not within ${ms} ms`)), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
