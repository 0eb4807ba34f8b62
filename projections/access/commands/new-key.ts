import { createHash, randomBytes } from 'node:crypto';
import { base62 } from '../../../shared/domain/base62.ts';

export interface NewKey {
  /** `hub_<prefix>_<secret>`; shown once, stored nowhere. */
  readonly key: string;
  readonly prefix: string;
  /** SHA-256 of the secret, base64. */
  readonly secretHash: string;
}

/** A key as decisions.md has it: a prefix of 10 base62 characters, a secret of 43 from 32 random bytes. */
export function newKey(): NewKey {
  // The low digits of a long number: the high ones of a short one are not evenly spread.
  const prefix = base62(randomBytes(16), 22).slice(-10);
  const secret = base62(randomBytes(32), 43);
  const secretHash = createHash('sha256').update(secret).digest('base64');
  return { key: `hub_${prefix}_${secret}`, prefix, secretHash };
}
