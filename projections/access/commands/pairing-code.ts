import { createHmac, randomInt } from 'node:crypto';

/** Five ASCII digits, as the plugin's field takes them (plugin-protocols.md 1). */
export function newPairingCode(): string {
  return String(randomInt(100_000)).padStart(5, '0');
}

/** What the log holds of a code, base64. Keyed with the hub's secret: 100,000 plain hashes are tried in no time. */
export function pairingCodeHash(hubSecret: Uint8Array, code: string): string {
  return createHmac('sha256', hubSecret).update(`pairing-code ${code}`).digest('base64');
}
