import { createHmac } from 'node:crypto';

/**
 * The key under which an address or a member is counted: a hash keyed with the hub's secret. The
 * table then holds no address and no member in clear. Each `counted` has its own keys.
 */
export function countKey(hubSecret: Buffer, counted: string, of: string): string {
  return createHmac('sha256', hubSecret).update(`${counted} ${of}`).digest('base64').slice(0, 22);
}

/** The key under which the requests and the accounts of a device are recorded. */
export function deviceContactKey(hubSecret: Buffer, deviceId: string): string {
  return countKey(hubSecret, 'plugin seen', deviceId);
}
