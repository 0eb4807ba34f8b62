import type { Logger } from '../../observability/logger.ts';
import { loadEnvironment } from '../../settings/settings.ts';
import { everySetting } from './read-process-settings.ts';

/**
 * Share of a name that may differ from that of a setting. `XP_RAW_RETENTION` lacks 0.24 of `XP_RAW_RETENTION_DAYS`; of
 * variables that machines have for other reasons `HOSTNAME` is the nearest, 0.38 from `HUB_NAME`.
 */
const differingMax = 0.3;
/** No setting is half as long. */
const lengthMax = 64;

export interface MisspeltSetting {
  readonly given: string;
  readonly meant: string;
}

/** Variables that are no settings but look like one, each with the setting that is nearest. Values are not looked at. */
export function misspeltSettings(names: Iterable<string>): MisspeltSetting[] {
  const known = Object.keys(everySetting.shape);
  const misspelt: MisspeltSetting[] = [];
  for (const given of names) {
    if (known.includes(given) || given.length > lengthMax) continue;
    const name = given.toUpperCase();
    const [nearest] = known
      // Two of them differ by at least what one is longer: most are ruled out without a look at their characters.
      .filter((meant) => shareOf(Math.abs(name.length - meant.length), name, meant) <= differingMax)
      .map((meant) => ({ meant, differing: shareOf(distance(name, meant), name, meant) }))
      .sort((left, right) => left.differing - right.differing);
    if (nearest !== undefined && nearest.differing <= differingMax) {
      misspelt.push({ given, meant: nearest.meant });
    }
  }
  return misspelt;
}

/** Without this a mistyped setting has no effect, and nothing says so. */
export function warnOfMisspeltSettings(logger: Logger): void {
  for (const { given, meant } of misspeltSettings(Object.keys(loadEnvironment()))) {
    logger.warn(`${given} is no setting of the hub and has no effect: ${meant} may be meant`);
  }
}

function shareOf(characters: number, left: string, right: string): number {
  return characters / Math.max(left.length, right.length);
}

/**
 * Characters to insert, delete or replace to make one text of the other. Loops over code units instead of iterators: with
 * the hundred variables that npm sets, those took a tenth of a start.
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
