import { existsSync } from 'node:fs';
import { type GenericContainer, getContainerRuntimeClient, ImageName } from 'testcontainers';

// Its image needs a registry that not every machine reaches; tests remove their containers themselves.
process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';

const answersWithinMs = 3_000;
const pulledWithinMs = 60_000;

/** Whether a Docker answers here that has the image, or gets it in time. @throws in CI where Docker answers without it */
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

/** What Docker lacks here leaves tests out; in CI, which prepares it, that would hide a broken preparation. */
export function missingBesideDocker(what: string, cause?: unknown): false {
  if (process.env.CI !== 'true') return false;
  throw new Error(`Docker answers, but not with ${what}: infra/images/images.sh makes it`, { cause });
}

/**
 * Whether Docker runs on this machine and not in one of its own, as on macOS. A container then takes its ports from the
 * machine: through published ones every byte passes Docker's proxy, which cost a third of what the server itself did. Its
 * bridge is looked for among the devices: it has an address only while a container uses it.
 */
export const sharesNetwork = existsSync('/sys/class/net/docker0');

/** A container whose server can be reached at `port` of this machine, the same over restarts. It listens on `inside`. */
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
