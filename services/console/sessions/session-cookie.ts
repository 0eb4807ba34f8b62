import { sessionUnusedMs } from '../../../shared/domain/session.ts';

/** With this prefix a browser takes it from the hub's own origin over HTTPS alone, and no other host can set it. */
const safeName = '__Host-hub';
const plainName = 'hub_session';

/** The token in the cookie of a session; null without one. */
export function readSessionToken(header: string | undefined, publicUrl: string | null): string | null {
  return readCookie(header, nameOf(publicUrl));
}

/** The value of a cookie; null without it. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined) return value;
  }
  return null;
}

/** The `Set-Cookie` of a session that begins or goes on. */
export function sessionCookie(token: string, publicUrl: string | null): string {
  return cookie(token, publicUrl, Math.floor(sessionUnusedMs / 1_000));
}

/** The `Set-Cookie` that binds a way through Discord to its browser for ten minutes; null forgets it. */
export function discordStateCookie(state: string | null, publicUrl: string | null): string {
  const parts = [
    `hub_oauth=${state ?? ''}`,
    'Path=/console/api/sign-in/discord',
    `Max-Age=${state === null ? 0 : 600}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(publicUrl) ? ['Secure'] : []),
  ];
  return parts.join('; ');
}

/** The `Set-Cookie` that makes a browser forget its session. */
export function expiredSessionCookie(publicUrl: string | null): string {
  return cookie('', publicUrl, 0);
}

function cookie(value: string, publicUrl: string | null, maxAgeSeconds: number): string {
  const parts = [
    `${nameOf(publicUrl)}=${value}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(publicUrl) ? ['Secure'] : []),
  ];
  return parts.join('; ');
}

function nameOf(publicUrl: string | null): string {
  return isSecure(publicUrl) ? safeName : plainName;
}

function isSecure(publicUrl: string | null): boolean {
  return publicUrl?.startsWith('https:') === true;
}
