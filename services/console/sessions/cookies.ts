import { sessionUnusedMs } from '../../../shared/domain/session.ts';

/**
 * With this prefix, browsers accept the cookie only over HTTPS from the hub's own origin, and no other host can set
 * it.
 */
const safeName = '__Host-hub';
const plainName = 'hub_session';

/** The session token in the cookies; null without one. */
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

/** The `Set-Cookie` of a new or continued session. */
export function sessionCookie(token: string, publicUrl: string | null): string {
  return cookie(token, publicUrl, Math.floor(sessionUnusedMs / 1_000));
}

/** The `Set-Cookie` that binds a sign-in with Discord to its browser; null deletes it. */
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

/** The `Set-Cookie` that deletes the session of a browser. */
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
