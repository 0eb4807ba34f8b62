import { hash, timingSafeEqual } from 'node:crypto';
import type { Directory } from '../directory/directory.ts';
import type { ApiKey } from '../model/entities.ts';
import type { SessionKeys } from './session-keys.ts';

/** The case of the scheme does not matter (rules/parameters.md#bad-requests). */
const pattern = /^(?i:bearer) +hub_([0-9A-Za-z]{10})_([0-9A-Za-z]{43})$/;

export function hasApiKeyForm(authorization: string | null): boolean {
  return pattern.test(authorization ?? '');
}

/** So that every failure takes the same time. */
const hashOfUnknownKey = Buffer.alloc(32);

export interface KnownKeys {
  readonly directory: Directory;
  readonly sessionKeys: Pick<SessionKeys, 'find'>;
}

/**
 * The key that an `Authorization` header proves; null also after its creator left (read-api.md
 * 5.3). Each call looks up one prefix, hashes one secret and compares one hash.
 * @param now epoch ms
 */
export function authenticate(
  { directory, sessionKeys }: KnownKeys,
  authorization: string | null,
  now: number,
): ApiKey | null {
  const match = pattern.exec(authorization ?? '');
  const prefix = match?.[1] ?? '';
  const key = directory.keysByPrefix.get(prefix) ?? sessionKeys.find(prefix);
  // Faster than a buffer that `hash` returns.
  const presented = Buffer.from(hash('sha256', match?.[2] ?? '', 'binary'), 'binary');
  const proven = timingSafeEqual(presented, key?.secretHash ?? hashOfUnknownKey);
  const usable = key !== undefined && isUsable(directory, key, now);
  return match !== null && proven && usable ? key : null;
}

function isUsable(directory: Directory, key: ApiKey, now: number): boolean {
  const expired = key.expiresAt !== null && now >= key.expiresAt;
  const creatorIsActive = key.memberId === null || directory.members.get(key.memberId)?.active === true;
  return !key.revoked && !expired && creatorIsActive;
}
