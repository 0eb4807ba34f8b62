import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { base62 } from './base62.ts';

/** Ids that the API accepts (read-api.md 2.1). */
export const AccountIdPattern = /^[0-9A-Za-z]{1,64}$/;
export const AccountId = z.string().regex(AccountIdPattern);

/** A plugin's salted account hash, or a name that a member claims. */
export const IdentitySource = z.enum(['ha_hash', 'dink_hash', 'name']);
export type IdentitySource = z.infer<typeof IdentitySource>;

/** `externalId` is a hash, or `<member id>/<name key>` for the source `name`. */
export interface Identity {
  readonly source: IdentitySource;
  readonly externalId: string;
}

const accountIdLength = 12;

/**
 * The same on every ingest replica (rules/identity.md#account-id). A player who comes back after an
 * erasure gets another id, without a link to the old id.
 * @param erasures how often the identity was erased
 */
export function deriveAccountId(hubSecret: Uint8Array, identity: Identity, erasures: number): string {
  const digest = createHmac('sha256', hubSecret)
    .update(JSON.stringify([identity.source, identity.externalId, erasures]))
    .digest();
  return base62(digest, accountIdLength);
}
