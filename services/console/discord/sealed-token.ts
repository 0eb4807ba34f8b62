import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts a token for the table of sessions: a reader of the table cannot ask Discord for anybody. */
export function sealToken(hubSecret: Buffer, token: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(hubSecret), nonce);
  const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** @returns null when another secret sealed the token */
export function unsealToken(hubSecret: Buffer, text: string): string | null {
  const bytes = Buffer.from(text, 'base64');
  try {
    const decipher = createDecipheriv(algorithm, keyOf(hubSecret), bytes.subarray(0, nonceBytes));
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

function keyOf(hubSecret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', hubSecret, '', 'refresh tokens of Discord', 32));
}
