import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf, OperatorError } from '../../../shared/errors/errors.ts';
import { createFolder } from '../../../shared/files/create-folder.ts';
import { createFileDurably } from '../../../shared/files/durable-file.ts';
import { secretFingerprint } from '../../../shared/log/sealing/check-secret-fingerprint.ts';
import { readSecretIfThere } from '../../../shared/settings/hub-secret.ts';
import { hubSecretSetting } from '../../../shared/settings/settings.ts';

export interface RestoreSecretOptions {
  readonly dataDir: string;
  /** HUB_SECRET. */
  readonly given: string | undefined;
  /** The path of a file in base64. */
  readonly secretFile: string | undefined;
  /** The fingerprint of the secret with which the backup's log was created. */
  readonly fingerprint: string;
}

/**
 * The secret from the file, else HUB_SECRET, else `DATA_DIR/secret`. Never creates a secret.
 * @throws OperatorError without a secret, and for the secret of another hub, also in
 * `DATA_DIR/secret`
 */
export async function findRestoreSecret(options: RestoreSecretOptions): Promise<Buffer> {
  const kept = resolve(options.dataDir, 'secret');
  const text =
    options.secretFile === undefined
      ? (options.given ?? (await readSecretIfThere(kept)))
      : await readSecretFile(options.secretFile);
  if (text === null) {
    throw new OperatorError(
      'no_secret',
      'the backup cannot be opened without the secret of its hub: set HUB_SECRET, or use --secret-file',
    );
  }
  const parsed = hubSecretSetting.safeParse(text.trim());
  if (!parsed.success) {
    throw new OperatorError(
      'bad_secret',
      "the secret is not 32 bytes in base64: set HUB_SECRET to the secret of the backup's hub, or use --secret-file",
    );
  }
  const secret = Buffer.from(parsed.data, 'base64');
  if (secretFingerprint(secret) !== options.fingerprint) {
    throw new OperatorError(
      'other_secret',
      "the secret belongs to another hub than the backup: set HUB_SECRET to the secret of the backup's hub, or use --secret-file",
    );
  }
  const there = await readSecretIfThere(kept);
  if (there === null || secret.equals(Buffer.from(there.trim(), 'base64'))) return secret;
  throw new OperatorError(
    'other_secret',
    `${kept} is the secret of another hub: set DATA_DIR to a new folder`,
  );
}

/** Stores the secret in `DATA_DIR/secret`. @throws OperatorError when the file cannot be written */
export async function keepSecret(dataDir: string, secret: Buffer): Promise<void> {
  const path = resolve(dataDir, 'secret');
  try {
    await createFolder(dataDir);
    await createFileDurably(path, `${secret.toString('base64')}\n`);
  } catch (error) {
    throw new OperatorError(
      'unwritable_secret',
      `the secret cannot be written to ${path} (${messageOf(error)}): free some space there, or let the user that runs the hub write there, and run the same command again`,
      { cause: error },
    );
  }
}

async function readSecretFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const isFolder = error.code === 'EISDIR';
    const message = isFolder
      ? `the secret file ${path} is a folder: name the file in it`
      : `the secret file cannot be read: ${messageOf(error)}`;
    throw new OperatorError('unreadable_secret', message, { cause: error });
  });
  if (text.trim() === '') throw new OperatorError('empty_secret', `the secret file ${path} is empty`);
  return text;
}
