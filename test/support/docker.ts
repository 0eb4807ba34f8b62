import { existsSync } from 'node:fs';
import { type GenericContainer, getContainerRuntimeClient, ImageName } from 'testcontainers';

// The image of Ryuk needs a registry that not every machine reaches; tests remove their containers
// themselves.
process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';

const answersWithinMs = 3_000;
const pulledWithinMs = 60_000;

/**
 * Whether a Docker answers that has the image or pulls it in time.
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

/** @throws in CI, which prepares Docker: a broken preparation must not stay hidden */
export function missingBesideDocker(what: string, cause?: unknown): false {
  if (process.env.CI !== 'true') return false;
  throw new Error(`Docker answers, but not with ${what}: infra/images/images.sh makes it`, { cause });
}

/**
 * Whether Docker runs on this machine itself, not in a virtual machine as on macOS: Docker's bridge
 * shows this. The proxy of published ports would cost a third of the server's work.
 */
export const sharesNetwork = existsSync('/sys/class/net/docker0');

/**
 * The server of the container listens on `inside`; tests reach the server at `port`, also after a
 * restart.
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
