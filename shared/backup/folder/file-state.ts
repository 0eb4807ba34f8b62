import type { BackupSigner, SignedKind } from '../signing/backup-signer.ts';

/**
 * - `authentic`: signed with the secret of this hub
 * - `forged`: without a valid signature
 * - `another_hub`: with the fingerprint of another secret
 * - `not_checked`: signed, and the secret is not known
 */
export type FileState = 'authentic' | 'forged' | 'another_hub' | 'not_checked';

export interface SignedFile {
  readonly kind: SignedKind;
  /** The bytes that the signature covers. */
  readonly content: string | Buffer;
  readonly signature: Buffer | null;
  /** Null when the file names none. */
  readonly fingerprint: string | null;
}

export function stateOfFile(
  { kind, content, signature, fingerprint }: SignedFile,
  signer: BackupSigner | null,
): FileState {
  if (signer !== null && fingerprint !== null && fingerprint !== signer.fingerprint) return 'another_hub';
  if (signature === null) return 'forged';
  if (signer === null) return 'not_checked';
  return signer.isValid(kind, content, signature) ? 'authentic' : 'forged';
}
