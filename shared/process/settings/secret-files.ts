import { closeSync, openSync, readSync } from 'node:fs';
import { OperatorError } from '../../errors/errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The name of the setting that holds the path of a file with the value, as in Docker's official
 * images.
 */
export const fileFormOf = (name: string) => `${name}_FILE`;

/** No secret is longer, and a wrong path may lead to an endless file. */
const bytesMax = 65_536;

/**
 * The values of the settings that are given in a `_FILE` form. The key is the name without `_FILE`.
 * An empty variable counts as not set. Blocks until a pipe is read to its end.
 * @param names settings that have a `_FILE` form
 * @throws OperatorError `bad_setting` when both forms are set, or the file cannot be read or has no
 * value
 */
export function readSecretFiles(
  names: readonly string[],
  environment: Environment,
  read: (setting: string, path: string) => string = readSecretFile,
): Record<string, string> {
  const given = names.flatMap((name) => {
    const setting = fileFormOf(name);
    const path = environment[setting]?.trim() ?? '';
    if (path === '') return [];
    if ((environment[name]?.trim() ?? '') !== '') {
      throw new OperatorError('bad_setting', `${name} and ${setting} are both set: remove one of them`);
    }
    return [[name, read(setting, path)] as const];
  });
  return Object.fromEntries(given);
}

/**
 * Reads the value of a setting from a file, a pipe or the target of links. Removes a newline at
 * the end.
 * @throws OperatorError `bad_setting` when it is unreadable, empty, over 64 KiB, or no text
 */
export function readSecretFile(setting: string, path: string): string {
  const bytes = readBounded(setting, path);
  if (bytes.length > bytesMax) {
    throw refusal(setting, path, 'has more than 64 KiB', 'name a file that contains only the value');
  }
  const text = textOf(bytes)?.replace(/\r?\n$/, '');
  if (text === undefined || text.includes('\0')) {
    throw refusal(setting, path, 'is not UTF-8 text', 'write the value into it as text');
  }
  if (text.trim() !== '') return text;
  throw refusal(setting, path, 'is empty', `write the value into it, or remove ${setting}`);
}

function readBounded(setting: string, path: string): Buffer {
  try {
    const file = openSync(path, 'r');
    try {
      // One byte more than allowed shows that the file is too long.
      const bytes = Buffer.alloc(bytesMax + 1);
      let length = 0;
      while (length < bytes.length) {
        const read = readSync(file, bytes, length, bytes.length - length, null);
        if (read === 0) break;
        length += read;
      }
      return bytes.subarray(0, length);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw refusal(
      setting,
      path,
      `cannot be read (${code})`,
      `create the file and let the user that runs the hub read it, or remove ${setting}`,
      error,
    );
  }
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function refusal(
  setting: string,
  path: string,
  wrong: string,
  remedy: string,
  cause?: unknown,
): OperatorError {
  return new OperatorError('bad_setting', `${setting} ${path} ${wrong}: ${remedy}`, { cause });
}
