import { z } from 'zod';
import { readSettings } from '../settings.ts';
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
 * is found at the first start, and not when the process that needs it is started. @throws as `readSettings`
 */
export function readProcessSettings<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<Schema> {
  const settings = readSettings(schema, environment);
  readSettings(everySetting, environment);
  return settings;
}
