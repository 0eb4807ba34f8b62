import { getContainerRuntimeClient, ImageName } from 'testcontainers';

// Its image needs a registry that not every machine reaches; tests remove their containers themselves.
process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';

const answersWithinMs = 3_000;
const pulledWithinMs = 60_000;

/** Whether a Docker answers here that has the image, or gets it in time. */
export async function hasImage(image: string): Promise<boolean> {
  try {
    const client = await within(getContainerRuntimeClient(), answersWithinMs);
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
