import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Node.js checks a key that is a Buffer by a thrown error, which costs more than the hash. */
const keyOf = new WeakMap<Buffer, KeyObject>();

/**
 * The key under which an address or a member is counted: a hash keyed with the hub's secret. The
 * table then holds no address and no member in clear. Each `counted` has its own keys.
 */
export function countKey(hubSecret: Buffer, counted: string, of: string): string {
  const key = keyOf.get(hubSecret) ?? createSecretKey(hubSecret);
  keyOf.set(hubSecret, key);
  return createHmac('sha256', key).update(`${counted} ${of}`).digest('base64').slice(0, 22);
}

/** The key under which the requests and the accounts of a device are recorded. */
export function deviceContactKey(hubSecret: Buffer, deviceId: string): string {
  return countKey(hubSecret, 'plugin seen', deviceId);
}
