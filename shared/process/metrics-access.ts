import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * What whoever presents this `Authorization` header gets of `/metrics` (decisions.md, HTTP): it is not there until a
 * token is set, and for nobody without that token.
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
