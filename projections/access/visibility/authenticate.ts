import { hash, timingSafeEqual } from 'node:crypto';
import type { ApiKey, Directory } from '../directory/directory.ts';

/** `Bearer hub_<prefix>_<secret>`; the case of the scheme does not matter (decisions.md, Parameters). */
const pattern = /^(?i:bearer) +hub_([0-9A-Za-z]{10})_([0-9A-Za-z]{43})$/;

/** Stands in for a key that does not exist, so that every failure does the same work. */
const noHash = Buffer.alloc(32);

/**
 * The key that an `Authorization` header proves, or null: missing, malformed, unknown, revoked or expired, or its
 * creator left (read-api.md 5.3). All of them look up one prefix, hash one secret and compare one hash.
 * @param now epoch ms
 */
export function authenticate(directory: Directory, authorization: string | null, now: number): ApiKey | null {
  const match = pattern.exec(authorization ?? '');
  const key = directory.keysByPrefix.get(match?.[1] ?? '');
  // By way of text: a buffer that the hash makes itself costs three times as much.
  const presented = Buffer.from(hash('sha256', match?.[2] ?? '', 'base64'), 'base64');
  const proven = timingSafeEqual(presented, key?.secretHash ?? noHash);
  const usable = key !== undefined && isUsable(directory, key, now);
  return match !== null && proven && usable ? key : null;
}

function isUsable(directory: Directory, key: ApiKey, now: number): boolean {
  const expired = key.expiresAt !== null && now >= key.expiresAt;
  const creatorIsActive = key.memberId === null || directory.members.get(key.memberId)?.active === true;
  return !key.revoked && !expired && creatorIsActive;
}
