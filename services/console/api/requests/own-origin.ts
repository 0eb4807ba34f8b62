import { isIPv4 } from 'node:net';

/** Where a request was sent to, and the page that sent it. */
interface SentTo {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}

/**
 * Whether a page of the hub's own sent the request: at the origin of `PUBLIC_URL`, or at the request's host while none is
 * set. A browser names the origin with every POST, so a request without one was sent by no page.
 */
export function isOwnOrigin({ origin, host }: SentTo, publicUrl: string | null): boolean {
  if (origin === undefined) return false;
  if (publicUrl !== null) return origin === publicUrl;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
}

/** Whether nobody on the way can read what the browser and the hub tell each other. */
export function isPrivateConnection({ host = '' }: SentTo, publicUrl: string | null): boolean {
  if (publicUrl?.startsWith('https:')) return true;
  const address = publicUrl ?? `http://${host}`;
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}

/** Whether a URL's `hostname` is this machine. */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'));
}
