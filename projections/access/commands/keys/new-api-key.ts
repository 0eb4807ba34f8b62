import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { base62 } from '../../../../shared/domain/base62.ts';
import { dayMs } from '../../../../shared/domain/durations.ts';

// Bounds of rules/members.md#keys; the limits are requests a minute (read-api.md 8).
export const expiryDaysMax = 365;
export const serviceLimitMax = 6_000;
export const serviceLimitDefault = 600;
export const userLimit = 120;

export interface StoredApiKey {
  readonly id: string;
  readonly prefix: string;
  /** SHA-256 of the secret, base64. */
  readonly secretHash: string;
}

export interface NewApiKey extends StoredApiKey {
  /** `hub_<prefix>_<secret>`; shown once, stored nowhere. */
  readonly key: string;
}

/**
 * A prefix of 10 base62 characters, and a secret of 43 from 32 random bytes
 * (rules/members.md#text-of-a-key).
 */
export function newApiKey(): NewApiKey {
  // The low digits, because the high digits of a short number are not evenly distributed.
  const prefix = base62(randomBytes(16), 22).slice(-10);
  const secret = base62(randomBytes(32), 43);
  const secretHash = createHash('sha256').update(secret).digest('base64');
  return { id: randomUUID(), key: `hub_${prefix}_${secret}`, prefix, secretHash };
}

/** @returns epoch ms */
export function expiryAfter(days: number): number {
  return Date.now() + days * dayMs;
}
