import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { base62 } from '../../../shared/domain/base62.ts';

/** 256 random bits, base64url. */
const tokenPattern = /^[\w-]{43}$/;
const tokenBytes = 32;
const prefixBytes = 16;
const secretBytes = 32;

export function createSessionToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

export function isSessionToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** SHA-256, base64: the stored form of a token or of an API key's secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}

export interface SessionKey {
  /** `hub_<prefix>_<secret>`, the form of every API key (rules/members.md#text-of-a-key). */
  readonly key: string;
  readonly prefix: string;
  readonly secret: string;
}

/** Derives the API key from the token, so that the key is stored nowhere. */
export function deriveSessionKey(token: string): SessionKey {
  const info = 'key of a session of the console';
  const bytes = new Uint8Array(
    hkdfSync('sha256', Buffer.from(token, 'base64url'), '', info, prefixBytes + secretBytes),
  );
  // The low digits, because the high digits of a short number are not evenly distributed.
  const prefix = base62(bytes.subarray(0, prefixBytes), 22).slice(-10);
  const secret = base62(bytes.subarray(prefixBytes), 43);
  return { key: `hub_${prefix}_${secret}`, prefix, secret };
}
