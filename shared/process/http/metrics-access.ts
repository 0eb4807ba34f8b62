import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether a request with this `Authorization` header may read `/metrics` (rules/http.md#metrics).
 * Without a configured token the path does not exist. With a token, the request needs the token.
 */
export function metricsAccess(
  token: string | null,
  authorization: string | undefined,
): 'granted' | 'absent' | 'refused' {
  if (token === null) return 'absent';
  const presented = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(sha256(presented), sha256(token)) ? 'granted' : 'refused';
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
