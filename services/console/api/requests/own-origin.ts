import { isIPv4 } from 'node:net';

/** The headers that name the target and the sending page of a request. */
interface SentTo {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}

/**
 * Whether a page of this hub sent the request. The hub's origin is `PUBLIC_URL`, or the request's host without that
 * setting. Browsers send the origin with every POST.
 */
export function isOwnOrigin({ origin, host }: SentTo, publicUrl: string | null): boolean {
  if (origin === undefined) return false;
  if (publicUrl !== null) return origin === publicUrl;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
}

/** Whether nobody between browser and hub can read the connection. */
export function isPrivateConnection({ host = '' }: SentTo, publicUrl: string | null): boolean {
  if (publicUrl?.startsWith('https:')) return true;
  const address = publicUrl ?? `http://${host}`;
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}

/** Whether a URL's `hostname` is this machine. */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'));
}
