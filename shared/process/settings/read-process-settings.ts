import type { z } from 'zod';
import { OperatorError } from '../../errors/errors.ts';
import { readSettings } from '../../settings/settings.ts';
import { everySetting } from './every-setting.ts';
import { findMisspeltAddress } from './misspelt-settings.ts';
import { discordSettings } from './page-settings.ts';

/**
 * Reads the settings of one process, and checks the settings of all processes. So a bad value is
 * found at the first start.
 * @throws OperatorError as `readSettings` does; `misspelt_setting`; `bad_setting` when only some
 * settings of Discord are set
 */
export function readProcessSettings<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<Schema> {
  const misspelt = findMisspeltAddress(environment);
  if (misspelt !== null) {
    const { given, meant } = misspelt;
    throw new OperatorError(
      'misspelt_setting',
      `${given} is not a setting of the hub, and ${meant} is not set: rename ${given} to ${meant}, or remove it`,
    );
  }
  const settings = readSettings(schema, environment);
  requireAllOrNone('signing in with Discord', discordSettings, readSettings(everySetting, environment));
  return settings;
}

/** Otherwise a group with a missing setting would be off without any message. */
function requireAllOrNone(purpose: string, group: object, settings: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(group);
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return;
  throw new OperatorError('bad_setting', `${missing[0]} is not set: ${purpose} needs ${names.join(', ')}`);
}
