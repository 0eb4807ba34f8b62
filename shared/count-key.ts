import { createHmac } from 'node:crypto';

/**
 * The key under which an address or a member is counted: a hash keyed with the hub's secret, so that the table holds neither
 * in clear. `counted` keeps the keys of one count apart from those of another.
 */
export function countKey(hubSecret: Buffer, counted: string, of: string): string {
  return createHmac('sha256', hubSecret).update(`${counted} ${of}`).digest('base64').slice(0, 22);
}
