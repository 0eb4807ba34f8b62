import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileDurably } from './durable-file.ts';
import { OperatorError } from './errors.ts';

const secretBytes = 32;

/**
 * The hub secret, from which account ids and cursors are made and which wraps the data keys. It is the given one (32 bytes
 * in base64), otherwise the one in `DATA_DIR/secret`, which is made at the first start with mode 0600. Processes that start
 * at the same time get the same secret.
 */
export async function readHubSecret(dataDir: string, given: string | undefined): Promise<Buffer> {
  if (given !== undefined) return Buffer.from(given, 'base64');
  const file = join(dataDir, 'secret');
  const text = (await readIfThere(file)) ?? (await makeSecret(dataDir, file));
  const secret = Buffer.from(text.trim(), 'base64');
  if (secret.length !== secretBytes) {
    throw new OperatorError('bad_secret', `${file} does not hold ${secretBytes} bytes in base64; restore it`);
  }
  return secret;
}

async function makeSecret(dataDir: string, file: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const secret = randomBytes(secretBytes).toString('base64');
  if (await createFileDurably(file, `${secret}\n`)) return secret;
  return readFile(file, 'utf8');
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new OperatorError('unreadable_secret', `${file} cannot be read (${code}); start as its owner`, {
      cause: error,
    });
  }
}
