import { createHash } from 'node:crypto';
import { z } from 'zod';
import { OperatorError } from '../../errors/errors.ts';
import type { BackupSigner, SignedKind } from '../signing/backup-signer.ts';
import { type FileState, stateOfFile } from './file-state.ts';

const Envelope = z.looseObject({
  format: z.int().positive(),
  sha256: z.string(),
  hmac: z.string().optional(),
  secret_fingerprint: z.string().optional(),
});

type Body = { readonly format: number } & Readonly<Record<string, unknown>>;

/** Adds the SHA-256 of the JSON as the last field. */
export function writeCheckedJson(body: Body): string {
  const json = JSON.stringify(body);
  return JSON.stringify({ ...body, sha256: sha256Of(json) });
}

/** Adds the signature and the SHA-256 as the last two fields. */
export function writeSignedJson(kind: SignedKind, body: Body, signer: BackupSigner): string {
  return writeCheckedJson({ ...body, hmac: signer.sign(kind, JSON.stringify(body)).toString('hex') });
}

export interface CheckedDocument<Document> {
  readonly document: Document;
  readonly state: FileState;
}

export interface ReadJsonOptions<Schema extends z.ZodType> {
  readonly schema: Schema;
  /** The only format of this release. */
  readonly format: number;
  readonly kind: SignedKind;
  /** Null when the secret is not known. */
  readonly signer: BackupSigner | null;
}

/**
 * Checks the signature over the bytes of the file.
 * @throws OperatorError `newer_backup` for a later format, or `backup_forged` if such a file has no
 * valid signature. `unreleased_version` for an earlier format or other fields. Else
 * `backup_damaged`.
 */
export function readSignedJson<Schema extends z.ZodType>(
  name: string,
  text: string,
  { schema, format, kind, signer }: ReadJsonOptions<Schema>,
): CheckedDocument<z.infer<Schema>> {
  const { sha256, ...checked } = readEnvelope(name, text);
  const { hmac, ...body } = checked;
  const end = `,"hmac":"${hmac}","sha256":"${sha256}"}`;
  const isSigned = hmac !== undefined && text.endsWith(end);
  const state = stateOfFile(
    {
      kind,
      content: isSigned ? `${text.slice(0, -end.length)}}` : text,
      signature: isSigned ? Buffer.from(hmac, 'hex') : null,
      fingerprint: body.secret_fingerprint ?? null,
    },
    signer,
  );
  if (body.format > format) throw newer(name, body.format, format, state);
  return { document: readCheckedJson(name, text, schema, { format, state }), state };
}

/**
 * The caller checks the signature.
 * @throws OperatorError as `readSignedJson`
 */
export function readCheckedJson<Schema extends z.ZodType>(
  name: string,
  text: string,
  schema: Schema,
  { format, state = 'not_checked' }: { readonly format: number; readonly state?: FileState },
): z.infer<Schema> {
  const { sha256, ...checked } = readEnvelope(name, text);
  if (checked.format > format) throw newer(name, checked.format, format, 'not_checked');
  if (sha256Of(JSON.stringify(checked)) !== sha256) throw damaged(name);
  const { hmac: _, ...body } = checked;
  const document = schema.safeParse(body);
  if (document.success) return document.data;
  // Anyone can write a file with a wrong field, but not with a signature.
  throw checked.format < format || state === 'authentic' ? unreleased(name) : damaged(name);
}

/** Null for a text without a fingerprint. @throws OperatorError `backup_damaged` */
export function fingerprintIn(name: string, text: string): string | null {
  return readEnvelope(name, text).secret_fingerprint ?? null;
}

function readEnvelope(name: string, text: string): z.infer<typeof Envelope> {
  const parsed = parseOrNull(text);
  if (!Envelope.safeParse(parsed).success) throw damaged(name);
  // The schema would change the order of the fields, which the SHA-256 covers.
  return parsed as z.infer<typeof Envelope>;
}

export function sha256Of(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function unreleased(name: string): OperatorError {
  return new OperatorError(
    'unreleased_version',
    `${name} is from a version between the releases 0.1.0 and 0.2.0, which no release can read: use the backup with that version, or move it out of BACKUP_DIR`,
  );
}

/** Every later release signs its files. */
function newer(name: string, format: number, newest: number, state: FileState): OperatorError {
  if (state === 'forged') {
    return new OperatorError(
      'backup_forged',
      `${name} claims format ${format}, but has no signature of this hub: take another copy of it, or delete it`,
    );
  }
  return new OperatorError(
    'newer_backup',
    `${name} was written by a later release (format ${format}, this release reads up to ${newest}): update the hub to that release`,
  );
}

function damaged(name: string): OperatorError {
  return new OperatorError(
    'backup_damaged',
    `${name} is damaged: take another copy of it, or use a backup that does not need it`,
  );
}
