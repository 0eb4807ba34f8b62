import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Each purpose has its own key, so that a text of one purpose never opens as another. */
export type SealPurpose = 'refresh tokens of Discord' | 'sign-ins with Discord';

/** @returns base64url, without padding */
export function sealText(hubSecret: Buffer, purpose: SealPurpose, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(hubSecret, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/**
 * Reads base64 or base64url.
 * @returns null when the text is damaged, or sealed with another secret or purpose
 */
export function unsealText(hubSecret: Buffer, purpose: SealPurpose, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv(algorithm, keyOf(hubSecret, purpose), bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

function keyOf(hubSecret: Buffer, purpose: SealPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', hubSecret, '', purpose, 32));
}
