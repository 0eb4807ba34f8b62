import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { OperatorError } from '../../errors/errors.ts';
import { secretSettingNames } from './every-setting.ts';
import { fileFormOf, readSecretFile, readSecretFiles } from './secret-files.ts';

/** Values by path: a pipe can be read only once, and a process keeps the secret of its start. */
const readValues = new Map<string, string>();

/** The names whose values come from `.env`. */
const setByFile = new Set<string>();

export type SettingSource = 'environment' | '.env' | '--port' | 'default';

/** The place from which this process has the value of a setting. */
export function sourceOfSetting(name: string): SettingSource {
  if (name === 'PORT' && process.argv.some((text) => text.startsWith('--port'))) return '--port';
  const set = [name, fileFormOf(name)].find((each) => (process.env[each] ?? '').trim() !== '');
  if (set === undefined) return 'default';
  return setByFile.has(set) ? '.env' : 'environment';
}

/**
 * The environment, with the lines of an optional `.env` file in the working directory. The
 * environment overrides the file. Values of `_FILE` settings are under the names of their settings.
 * @throws OperatorError `bad_env_file`, `bad_setting`
 */
export function loadEnvironment(): Readonly<Record<string, string | undefined>> {
  for (const [name, value] of Object.entries(readEnvFile())) {
    if (process.env[name] === undefined) setByFile.add(name);
    process.env[name] ??= value;
  }
  return { ...process.env, ...readSecretFiles(secretSettingNames, process.env, readOnce) };
}

function readEnvFile(): NodeJS.Dict<string> {
  try {
    // The decoder removes a byte order mark, which would belong to the name of the first line.
    return parseEnv(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync('.env')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    const message =
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? '.env is not UTF-8 text: save it as UTF-8'
        : `.env cannot be read (${code}): let the user that runs the hub read it`;
    throw new OperatorError('bad_env_file', message, { cause: error });
  }
}

function readOnce(setting: string, path: string): string {
  const file = resolve(path);
  const value = readValues.get(file) ?? readSecretFile(setting, path);
  readValues.set(file, value);
  return value;
}
