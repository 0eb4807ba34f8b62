import { type BackupSigner, signatureBytes } from './backup-signer.ts';

/**
 * A skippable frame of Zstandard: magic number and length of the signature. Decompression ignores
 * the frame.
 */
const header = Buffer.from([0x5c, 0x2a, 0x4d, 0x18, signatureBytes, 0, 0, 0]);
const frameBytes = header.length + signatureBytes;

export interface SignedFrame {
  /** All bytes before the frame, which the signature covers. */
  readonly content: Buffer;
  /** Null for a file without a signature. */
  readonly signature: Buffer | null;
}

export function signFrame(compressed: Buffer, signer: BackupSigner): Buffer {
  return Buffer.concat([compressed, header, signer.sign('keys', compressed)]);
}

export function splitSignedFrame(bytes: Buffer): SignedFrame {
  const at = bytes.length - frameBytes;
  const isSigned = at >= 0 && bytes.subarray(at, at + header.length).equals(header);
  if (!isSigned) return { content: bytes, signature: null };
  return { content: bytes.subarray(0, at), signature: bytes.subarray(at + header.length) };
}
