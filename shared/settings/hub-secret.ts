import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { OperatorError } from '../errors/errors.ts';
import { createFolder } from '../files/create-folder.ts';
import { createFileDurably } from '../files/durable-file.ts';
import { type FolderPlace, folderError } from '../files/folder-error.ts';

const secretBytes = 32;

export interface HubSecretOptions {
  readonly dataDir: string;
  /** 32 bytes in base64. */
  readonly given: string | undefined;
  /** Whether a secret has already sealed the log. Called before a secret is created. */
  readonly isSealed: () => Promise<boolean>;
}

/**
 * The hub secret: the given secret, otherwise the secret in `DATA_DIR/secret`. The first start
 * creates this file with mode 0600. Account ids, cursors and wrapped data keys depend on the
 * secret. Processes that start at the same time get the same secret.
 * @throws OperatorError for a lost secret, because a new secret cannot open the log
 */
export async function readHubSecret({ dataDir, given, isSealed }: HubSecretOptions): Promise<Buffer> {
  if (given !== undefined) return Buffer.from(given, 'base64');
  const file = resolve(dataDir, 'secret');
  const text = (await readSecretIfThere(file)) ?? (await createSecret(dataDir, file, isSealed));
  const secret = Buffer.from(text.trim(), 'base64');
  if (secret.length !== secretBytes) {
    throw new OperatorError('bad_secret', `${file} does not hold ${secretBytes} bytes in base64; restore it`);
  }
  return secret;
}

async function createSecret(
  dataDir: string,
  file: string,
  isSealed: HubSecretOptions['isSealed'],
): Promise<string> {
  if (await isSealed()) {
    // Another process may have created the secret in the meantime.
    const created = await readSecretIfThere(file);
    if (created !== null) return created;
    throw new OperatorError(
      'secret_lost',
      `${file} is missing, and the log of this hub is sealed with this secret: put the file back from a copy of ${resolve(dataDir)}, or set HUB_SECRET to its content; no other secret opens the log, so no new secret was created`,
    );
  }
  const secret = randomBytes(secretBytes).toString('base64');
  try {
    await createFolder(dataDir);
    if (await createFileDurably(file, `${secret}\n`)) return secret;
  } catch (error) {
    throw await folderError('data_dir_unwritable', placeOf(dataDir), error);
  }
  return readFile(file, 'utf8');
}

function placeOf(dataDir: string): FolderPlace {
  const folder = resolve(dataDir);
  return { setting: 'DATA_DIR', path: folder, folder };
}

/** @returns null when there is no such file. @throws OperatorError when the file cannot be read */
export async function readSecretIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOTDIR: a parent folder is a file, which the creation of the folder reports.
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw await folderError('unreadable_secret', { ...placeOf(dirname(file)), path: file }, error);
  }
}
