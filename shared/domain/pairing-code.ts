import { createHmac } from 'node:crypto';
import { z } from 'zod';

/** What `hub pair` prints and a player types: exactly five ASCII digits (plugin-protocols.md 1). */
export const PairingCode = z.string().regex(/^[0-9]{5}$/);

/** How a code stands in the log: an HMAC, because a plain hash of five digits is undone by trying them all. Base64. */
export function pairingCodeHash(hubSecret: Uint8Array, code: string): string {
  return createHmac('sha256', hubSecret).update(`pairing code ${code}`).digest('base64');
}
