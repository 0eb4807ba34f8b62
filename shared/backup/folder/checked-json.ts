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
  readonly newest: number;
  /** The first format with a signature. */
  readonly signedSince: number;
  readonly kind: SignedKind;
  /** Null when the secret is not known. */
  readonly signer: BackupSigner | null;
}

/**
 * Also reads a document of `writeCheckedJson` in an earlier format. Checks the signature over the
 * bytes of the file.
 * @throws OperatorError `newer_backup` for a later format, `backup_forged` for a later format
 * without a valid signature, `backup_damaged` for anything else
 */
export function readSignedJson<Schema extends z.ZodType>(
  name: string,
  text: string,
  { schema, newest, signedSince, kind, signer }: ReadJsonOptions<Schema>,
): CheckedDocument<z.infer<Schema>> {
  const { sha256, ...checked } = readEnvelope(name, text);
  const { hmac, ...body } = checked;
  const end = `,"hmac":"${hmac}","sha256":"${sha256}"}`;
  const isSigned = hmac !== undefined && text.endsWith(end);
  const given = stateOfFile(
    {
      kind,
      content: isSigned ? `${text.slice(0, -end.length)}}` : text,
      signature: isSigned ? Buffer.from(hmac, 'hex') : null,
      fingerprint: body.secret_fingerprint ?? null,
    },
    signer,
  );
  const state = given === 'unsigned' && body.format >= signedSince ? 'forged' : given;
  if (body.format > newest) throw newer(name, body.format, newest, state);
  const document = schema.safeParse(body);
  const isWhole = sha256Of(JSON.stringify(checked)) === sha256;
  if (!isWhole || !document.success) throw damaged(name);
  return { document: document.data, state };
}

/** @throws OperatorError `newer_backup` or `backup_damaged`, as `readSignedJson` */
export function readCheckedJson<Schema extends z.ZodType>(
  name: string,
  text: string,
  schema: Schema,
  newest: number,
): z.infer<Schema> {
  const { sha256, ...body } = readEnvelope(name, text);
  if (body.format > newest) throw newer(name, body.format, newest, 'not_checked');
  const document = schema.safeParse(body);
  if (sha256Of(JSON.stringify(body)) !== sha256 || !document.success) throw damaged(name);
  return document.data;
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
