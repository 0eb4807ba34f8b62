import { createHmac } from 'node:crypto';

/**
 * What stands in a table of counts for an address or a member, which do not belong there in clear: a hash under the hub's
 * secret. `counted` keeps the hashes of one count apart from those of another.
 */
export function countKey(hubSecret: Buffer, counted: string, of: string): string {
  return createHmac('sha256', hubSecret).update(`${counted} ${of}`).digest('base64').slice(0, 22);
}
