import type { IncomingMessage } from 'node:http';

const bytesMax = 200;

/**
 * The one `Authorization` header of a request, or null: with two of them a proxy may have judged the other one, and a
 * long one is not worth hashing (decisions.md, Parameters).
 */
export function authorizationOf({ rawHeaders }: IncomingMessage): string | null {
  let found: string | null = null;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue;
    if (found !== null) return null;
    found = rawHeaders[index + 1] ?? '';
  }
  return found !== null && Buffer.byteLength(found, 'latin1') <= bytesMax ? found : null;
}
