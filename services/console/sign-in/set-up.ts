import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { uuidOfHex } from '../../../shared/domain/uuid.ts';
import { hasEverHadMembers } from '../member-history.ts';
import { signInLinkUrl } from './sign-in-links.ts';

/**
 * The token of the link by which the first member of a hub signs in. It follows from the hub's secret, so all its processes
 * print the same one, and it is void once the log has a member.
 */
function setUpToken(hubSecret: Buffer): string {
  return createHmac('sha256', hubSecret).update('set-up link of the console').digest('base64url');
}

/** The link itself, at an address of the hub; null for a hub that has had a member. */
export function setUpLink(directory: Directory, hubSecret: Buffer, origin: string): string | null {
  return hasEverHadMembers(directory) ? null : signInLinkUrl(origin, setUpToken(hubSecret));
}

export function isSetUpToken(hubSecret: Buffer, token: string): boolean {
  const [expected, given] = [Buffer.from(setUpToken(hubSecret)), Buffer.from(token)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * The ids of the records that make the first member and mark them. They are the same each time, and the fold takes a record
 * once: of two who use the link at once one becomes the first member, and the other nobody.
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
