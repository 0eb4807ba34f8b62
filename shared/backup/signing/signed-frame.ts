import { type BackupSigner, signatureBytes } from './backup-signer.ts';

/**
 * A skippable frame of Zstandard. Decompression ignores the frame, so earlier releases can read a
 * signed file. The header holds the magic number and the length of the signature.
 */
const header = Buffer.from([0x5c, 0x2a, 0x4d, 0x18, signatureBytes, 0, 0, 0]);
const frameBytes = header.length + signatureBytes;

export interface SignedFrame {
  /** The bytes that the signature covers: all bytes before the frame. */
  readonly content: Buffer;
  /** Null for a file of a release without signatures. */
  readonly signature: Buffer | null;
}

/** Appends the signature of compressed backup keys. */
export function signFrame(compressed: Buffer, signer: BackupSigner): Buffer {
  return Buffer.concat([compressed, header, signer.sign('keys', compressed)]);
}

export function splitSignedFrame(bytes: Buffer): SignedFrame {
  const at = bytes.length - frameBytes;
  const isSigned = at >= 0 && bytes.subarray(at, at + header.length).equals(header);
  if (!isSigned) return { content: bytes, signature: null };
  return { content: bytes.subarray(0, at), signature: bytes.subarray(at + header.length) };
}
