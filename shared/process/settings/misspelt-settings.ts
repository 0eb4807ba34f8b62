import type { Logger } from '../../observability/logger.ts';
import { loadEnvironment } from './environment-settings.ts';
import { everySetting, secretSettingNames } from './every-setting.ts';
import { fileFormOf } from './secret-files.ts';

/**
 * The share of a name that may differ from a setting: enough for `XP_RAW_RETENTION`, too little for
 * `HOSTNAME`.
 */
const differingMax = 0.3;
/** No setting is half as long. */
const lengthMax = 64;

/**
 * Settings by which a process finds its hub. Without them it would create another hub, or another
 * secret.
 */
const addresses = ['HUB_SECRET', 'DATA_DIR', 'DATABASE_URL', 'KAFKA_BROKERS', 'BACKUP_DIR'];
const differingCharactersMax = 2;

const fileForms = secretSettingNames.map(fileFormOf);
const known = new Set([...Object.keys(everySetting.shape), ...fileForms]);

export interface MisspeltSetting {
  readonly given: string;
  readonly meant: string;
}

/** Variables that look like a setting, each with the nearest setting. Values are not read. */
export function misspeltSettings(names: Iterable<string>): MisspeltSetting[] {
  const misspelt: MisspeltSetting[] = [];
  for (const given of names) {
    if (known.has(given) || given.length > lengthMax) continue;
    const name = given.toUpperCase();
    const [nearest] = [...known]
      // Names differ by at least the difference of their lengths, which rules out most names
      // cheaply.
      .filter((meant) => shareOf(Math.abs(name.length - meant.length), name, meant) <= differingMax)
      .map((meant) => ({ meant, differing: shareOf(distance(name, meant), name, meant) }))
      .sort((left, right) => left.differing - right.differing);
    if (nearest !== undefined && nearest.differing <= differingMax) {
      misspelt.push({ given, meant: nearest.meant });
    }
  }
  return misspelt;
}

/**
 * The first variable whose name differs in at most two characters, or only in case, from a setting
 * of `addresses` that is not set. Null without such a variable. A setting's name
 * with a prefix or a suffix does not count: the variable may belong to another program.
 */
export function findMisspeltAddress(
  environment: Readonly<Record<string, string | undefined>>,
): MisspeltSetting | null {
  const isSet = (name: string) => (environment[name]?.trim() ?? '') !== '';
  const missing = addresses
    .filter((name) => !isSet(name) && !isSet(fileFormOf(name)))
    .flatMap((name) => [name, fileFormOf(name)].filter((form) => known.has(form)));
  for (const given of Object.keys(environment)) {
    if (known.has(given) || given.length > lengthMax || !isSet(given)) continue;
    const name = given.toUpperCase();
    const meant = missing.find(
      (form) =>
        Math.abs(name.length - form.length) <= differingCharactersMax &&
        (name === form || !(name.startsWith(form) || name.endsWith(form))) &&
        distance(name, form) <= differingCharactersMax,
    );
    if (meant !== undefined) return { given, meant };
  }
  return null;
}

/** Without the warning, nobody would notice that a misspelt setting has no effect. */
export function warnOfMisspeltSettings(logger: Logger): void {
  for (const { given, meant } of misspeltSettings(Object.keys(loadEnvironment()))) {
    logger.warn(`${given} is not a setting of the hub and has no effect: did you mean ${meant}?`);
  }
}

function shareOf(characters: number, left: string, right: string): number {
  return characters / Math.max(left.length, right.length);
}

/**
 * The number of characters to insert, delete or replace between two texts. Loops over code units,
 * because iterators are slow with the many variables of npm.
 */
function distance(left: string, right: string): number {
  let above = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 0; row < left.length; row += 1) {
    const line = [row + 1];
    for (let column = 0; column < right.length; column += 1) {
      const replaced = (above[column] ?? 0) + (left.charCodeAt(row) === right.charCodeAt(column) ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? left.length;
}
