import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { secretFingerprint } from '../../log/sealing/check-secret-fingerprint.ts';

/** With different keys, the signature of one kind of file is not valid for another kind. */
const labels = {
  manifest: 'hub backup manifest',
  keys: 'hub backup keys',
  drills: 'hub backup drills',
} as const;

export type SignedKind = keyof typeof labels;

/** Signs files with keys that are derived from the hub secret (HKDF). */
export interface BackupSigner {
  /** `secretFingerprint` of the hub secret. */
  readonly fingerprint: string;
  /** HMAC-SHA-256, 32 bytes. */
  sign(kind: SignedKind, content: string | Buffer): Buffer;
  /** Compares in constant time. False for a signature of another length. */
  isValid(kind: SignedKind, content: string | Buffer, signature: Buffer): boolean;
}

const signatureBytes = 32;

export function createBackupSigner(hubSecret: Buffer): BackupSigner {
  const keyOf = (label: string) => Buffer.from(hkdfSync('sha256', hubSecret, '', label, 32));
  const keys: Readonly<Record<SignedKind, Buffer>> = {
    manifest: keyOf(labels.manifest),
    keys: keyOf(labels.keys),
    drills: keyOf(labels.drills),
  };
  const sign = (kind: SignedKind, content: string | Buffer) =>
    createHmac('sha256', keys[kind]).update(content).digest();
  return {
    fingerprint: secretFingerprint(hubSecret),
    sign,
    isValid: (kind, content, signature) =>
      signature.length === signatureBytes && timingSafeEqual(sign(kind, content), signature),
  };
}

/**
 * A skippable frame of Zstandard: magic number and length of the signature. Decompression ignores
 * the frame.
 */
const header = Buffer.from([0x5c, 0x2a, 0x4d, 0x18, signatureBytes, 0, 0, 0]);
const frameBytes = header.length + signatureBytes;

export function signFrame(compressed: Buffer, signer: BackupSigner): Buffer {
  return Buffer.concat([compressed, header, signer.sign('keys', compressed)]);
}

/**
 * `content` is everything before the frame, which the signature covers. `signature` is null for a
 * file without a signature.
 */
export function splitSignedFrame(bytes: Buffer): {
  readonly content: Buffer;
  readonly signature: Buffer | null;
} {
  const at = bytes.length - frameBytes;
  const isSigned = at >= 0 && bytes.subarray(at, at + header.length).equals(header);
  if (!isSigned) return { content: bytes, signature: null };
  return { content: bytes.subarray(0, at), signature: bytes.subarray(at + header.length) };
}
