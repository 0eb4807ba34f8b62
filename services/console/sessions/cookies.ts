import { sessionUnusedMs } from '../../../shared/domain/session.ts';

/**
 * Names of a cookie over HTTPS and over HTTP. Browsers let no other host set a name with `__Host-`.
 */
type Names = readonly [safe: string, plain: string];
const sessionNames: Names = ['__Host-hub', 'hub_session'];
const discordNames: Names = ['__Host-hub-oauth', 'hub_oauth'];

/** The session token in the cookies; null without one. */
export function readSessionToken(header: string | undefined, publicUrl: string | null): string | null {
  return readCookie(header, nameOf(sessionNames, publicUrl));
}

function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined) return value;
  }
  return null;
}

/** The `Set-Cookie` of a new or continued session. */
export function sessionCookie(token: string, publicUrl: string | null): string {
  return cookie(nameOf(sessionNames, publicUrl), token, publicUrl, Math.floor(sessionUnusedMs / 1_000));
}

/** The sealed start of a sign-in with Discord; null without it. */
export function readDiscordCookie(header: string | undefined, publicUrl: string | null): string | null {
  return readCookie(header, nameOf(discordNames, publicUrl));
}

/** The `Set-Cookie` that binds a sign-in with Discord to its browser. */
export function discordCookie(sealed: string, publicUrl: string | null, maxAgeMs: number): string {
  return cookie(nameOf(discordNames, publicUrl), sealed, publicUrl, Math.floor(maxAgeMs / 1_000));
}

/** The `Set-Cookie` that ends a sign-in with Discord. */
export function expiredDiscordCookie(publicUrl: string | null): string {
  return discordCookie('', publicUrl, 0);
}

/** The `Set-Cookie` that deletes the session of a browser. */
export function expiredSessionCookie(publicUrl: string | null): string {
  return cookie(nameOf(sessionNames, publicUrl), '', publicUrl, 0);
}

function cookie(name: string, value: string, publicUrl: string | null, maxAgeSeconds: number): string {
  const parts = [
    `${name}=${value}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(publicUrl) ? ['Secure'] : []),
  ];
  return parts.join('; ');
}

function nameOf([safe, plain]: Names, publicUrl: string | null): string {
  return isSecure(publicUrl) ? safe : plain;
}

function isSecure(publicUrl: string | null): boolean {
  return publicUrl?.startsWith('https:') === true;
}
