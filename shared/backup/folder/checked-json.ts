import { createHash } from 'node:crypto';
import { z } from 'zod';
import { OperatorError } from '../../errors/errors.ts';

const Envelope = z.looseObject({ format: z.int().positive(), sha256: z.string() });

/** The document as JSON with its own SHA-256, so that a flipped digit is noticed. */
export function writeCheckedJson(
  body: { readonly format: number } & Readonly<Record<string, unknown>>,
): string {
  const json = JSON.stringify(body);
  return JSON.stringify({ ...body, sha256: sha256Of(json) });
}

/**
 * Reads a document of `writeCheckedJson`.
 * @param name the name of the file in messages
 * @param newest the newest format that this release reads
 * @throws OperatorError `newer_backup` for a format of a later release, `backup_damaged` for anything else
 */
export function readCheckedJson<Schema extends z.ZodType>(
  name: string,
  text: string,
  schema: Schema,
  newest: number,
): z.infer<Schema> {
  const envelope = Envelope.safeParse(parseOrNull(text));
  if (!envelope.success) throw damaged(name);
  const { sha256, ...body } = envelope.data;
  if (body.format > newest) {
    throw new OperatorError(
      'newer_backup',
      `${name} was written by a later release (format ${body.format}, this one reads up to ${newest}): update the hub to that release`,
    );
  }
  const document = schema.safeParse(body);
  if (sha256Of(JSON.stringify(body)) !== sha256 || !document.success) throw damaged(name);
  return document.data;
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

function damaged(name: string): OperatorError {
  return new OperatorError(
    'backup_damaged',
    `${name} is damaged: take another backup, or another copy of it`,
  );
}
