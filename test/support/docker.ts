import { existsSync } from 'node:fs';
import { type GenericContainer, getContainerRuntimeClient, ImageName } from 'testcontainers';

// The image of Ryuk needs a registry that not every machine reaches. Tests remove their containers
// themselves.
process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';

const answersWithinMs = 3_000;
const pulledWithinMs = 60_000;

/**
 * Whether a Docker answers here that has the image or pulls it in time.
 * @throws in CI where Docker answers without the image
 */
export async function hasImage(image: string): Promise<boolean> {
  const client = await within(getContainerRuntimeClient(), answersWithinMs).catch(() => null);
  if (client === null) return false;
  const name = ImageName.fromString(image);
  try {
    if (await client.image.exists(name)) return true;
    await within(client.image.pull(name), pulledWithinMs);
    return true;
  } catch (error) {
    return missingBesideDocker(`the image ${image}`, error);
  }
}

/**
 * Leaves out tests where Docker lacks something. In CI, which prepares Docker, it throws: a broken
 * preparation must not stay hidden.
 */
export function missingBesideDocker(what: string, cause?: unknown): false {
  if (process.env.CI !== 'true') return false;
  throw new Error(`Docker answers, but not with ${what}: infra/images/images.sh makes it`, { cause });
}

/**
 * Whether Docker runs on this machine itself, not in a virtual machine as on macOS. A container
 * then listens on ports of the machine: the proxy of published ports cost a third of the server's
 * own work. The device of Docker's bridge shows this: the bridge has an address only while a
 * container uses it.
 */
export const sharesNetwork = existsSync('/sys/class/net/docker0');

/**
 * A container whose server listens on `inside`, and is reached at `port` of this machine, also
 * after a restart.
 */
export function reachableAt(port: number, inside: number, container: GenericContainer): GenericContainer {
  return sharesNetwork
    ? container.withNetworkMode('host')
    : container.withExposedPorts({ container: inside, host: port });
}

function within<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not within ${ms} ms`)), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
