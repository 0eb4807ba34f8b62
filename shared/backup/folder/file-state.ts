import type { BackupSigner, SignedKind } from '../signing/backup-signer.ts';

/**
 * Whether a file of a backup folder can be trusted.
 *
 * - `authentic`: The file is signed with the secret of this hub.
 *
 * - `unsigned`: An earlier release wrote the file. People who can write to the folder may have
 * changed it.
 *
 * - `forged`: The signature is not valid, or the signature is missing in a format that has
 * signatures.
 *
 * - `another_hub`: The file names the fingerprint of another secret.
 *
 * - `not_checked`: The file is signed, and the secret is not known.
 */
export type FileState = 'authentic' | 'unsigned' | 'forged' | 'another_hub' | 'not_checked';

export interface SignedFile {
  readonly kind: SignedKind;
  /** The bytes that the signature covers. */
  readonly content: string | Buffer;
  /** Null without a signature. */
  readonly signature: Buffer | null;
  /** The fingerprint of the secret that the file names; null when the file names none. */
  readonly fingerprint: string | null;
}

/** @param signer null when the secret is not known */
export function stateOfFile(
  { kind, content, signature, fingerprint }: SignedFile,
  signer: BackupSigner | null,
): FileState {
  if (signer !== null && fingerprint !== null && fingerprint !== signer.fingerprint) return 'another_hub';
  if (signature === null) return 'unsigned';
  if (signer === null) return 'not_checked';
  return signer.isValid(kind, content, signature) ? 'authentic' : 'forged';
}
