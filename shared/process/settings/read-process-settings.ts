import { z } from 'zod';
import { OperatorError } from '../../errors/errors.ts';
import { readSettings } from '../../settings/settings.ts';
import {
  backupSettings,
  clientSettings,
  discordSettings,
  embeddedServerSettings,
  historySettings,
  logSettings,
  pageSettings,
  pluginSettings,
  portSettings,
  processSettings,
} from './process-settings.ts';

/** Every setting that any process of a hub has (operations.md, Settings). */
export const everySetting = z
  .object({
    ...processSettings,
    ...logSettings,
    ...clientSettings,
    ...pluginSettings,
    ...historySettings,
    ...pageSettings,
    ...discordSettings,
    ...embeddedServerSettings,
    ...backupSettings,
    ...portSettings,
  })
  .partial();

/**
 * Reads the settings of one process, and checks those of all others too: with one environment for all of them, a bad value
 * is found at the first start, and not when the process that needs it is started. @throws as `readSettings`, and where of
 * the settings of Discord one lacks the others
 */
export function readProcessSettings<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<Schema> {
  const settings = readSettings(schema, environment);
  requireAllOrNone('signing in with Discord', discordSettings, readSettings(everySetting, environment));
  return settings;
}

/** If only some of a group are set, the feature would be off, and nothing would say so. */
function requireAllOrNone(purpose: string, group: object, settings: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(group);
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return;
  throw new OperatorError('bad_setting', `${missing[0]} is not set: ${purpose} needs ${names.join(', ')}`);
}
