import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { uuidOfHex } from '../../../shared/domain/uuid.ts';
import { hasEverHadMembers } from '../ever-had-members.ts';
import { signInLinkUrl } from './sign-in-links.ts';

/**
 * Derived from the hub's secret, so that all processes print the same link. The token is void once
 * the log has a member.
 */
function setUpToken(hubSecret: Buffer): string {
  return createHmac('sha256', hubSecret).update('set-up link of the console').digest('base64url');
}

/** Null when the hub has ever had a member. */
export function setUpLink(directory: Directory, hubSecret: Buffer, origin: string): string | null {
  return hasEverHadMembers(directory) ? null : signInLinkUrl(origin, setUpToken(hubSecret));
}

export function isSetUpToken(hubSecret: Buffer, token: string): boolean {
  const [expected, given] = [Buffer.from(setUpToken(hubSecret)), Buffer.from(token)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * The ids are constant and the projection takes each id once, so only one of two concurrent
 * visitors becomes the first member.
 */
export function setUpRecordIds(hubSecret: Buffer): { readonly member: string; readonly mark: string } {
  return {
    member: recordId(hubSecret, 'first member'),
    mark: recordId(hubSecret, 'mark of the first member'),
  };
}

function recordId(hubSecret: Buffer, of: string): string {
  return uuidOfHex(createHmac('sha256', hubSecret).update(`set-up of the console: ${of}`).digest('hex'));
}
