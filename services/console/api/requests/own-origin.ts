import { isLoopback } from '../../../../shared/http/local-address.ts';

interface SentTo {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}

/** Whether a page of this hub sent the request. Browsers send the origin with every POST. */
export function isOwnOrigin({ origin, host }: SentTo, publicUrl: string | null): boolean {
  if (origin === undefined) return false;
  if (publicUrl !== null) return origin === new URL(publicUrl).origin;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
}

/** Whether nobody between browser and hub can read the connection. */
export function isPrivateConnection({ host = '' }: SentTo, publicUrl: string | null): boolean {
  if (publicUrl?.startsWith('https:')) return true;
  const address = publicUrl ?? `http://${host}`;
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}
