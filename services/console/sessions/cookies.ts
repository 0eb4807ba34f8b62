import { sessionUnusedMs } from '../../../shared/domain/session.ts';
import { publicPathOf } from '../../../shared/http/public-path.ts';

/** Browsers let no other host set a name with `__Host-`, and demand `Path=/` for such a name. */
type Names = readonly [safe: string, plain: string];
const sessionNames: Names = ['__Host-hub', 'hub_session'];
const discordNames: Names = ['__Host-hub-oauth', 'hub_oauth'];

/** Null without a session cookie. */
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

export function sessionCookie(token: string, publicUrl: string | null): string {
  return cookie(nameOf(sessionNames, publicUrl), token, publicUrl, Math.floor(sessionUnusedMs / 1_000));
}

/** Null without a sign-in with Discord. */
export function readDiscordCookie(header: string | undefined, publicUrl: string | null): string | null {
  return readCookie(header, nameOf(discordNames, publicUrl));
}

export function discordCookie(sealed: string, publicUrl: string | null, maxAgeMs: number): string {
  return cookie(nameOf(discordNames, publicUrl), sealed, publicUrl, Math.floor(maxAgeMs / 1_000));
}

export function expiredDiscordCookie(publicUrl: string | null): string {
  return discordCookie('', publicUrl, 0);
}

export function expiredSessionCookie(publicUrl: string | null): string {
  return cookie(nameOf(sessionNames, publicUrl), '', publicUrl, 0);
}

function cookie(name: string, value: string, publicUrl: string | null, maxAgeSeconds: number): string {
  const parts = [
    `${name}=${value}`,
    `Path=${isSecure(publicUrl) ? '/' : `${publicPathOf(publicUrl)}/`}`,
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
