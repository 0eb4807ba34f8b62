import { z } from 'zod';
import {
  clientSettings,
  historySettings,
  logSettings,
  pluginSettings,
  portSetting,
  processSettings,
} from '../../shared/process/process-settings.ts';
import { loadEnvironment, readSettings } from '../../shared/settings.ts';

/** What a hub in one process is told by its environment (operations.md, Settings). */
export const standaloneSettings = z.object({
  ...processSettings,
  ...logSettings,
  ...clientSettings,
  ...pluginSettings,
  ...historySettings,
  PORT: portSetting.default(3_000),
  /** Without it the embedded server keeps the data. */
  DATABASE_URL: processSettings.DATABASE_URL.optional(),
});

export type StandaloneSettings = z.infer<typeof standaloneSettings>;

/** @throws OperatorError that names the first bad variable */
export function readStandaloneSettings(environment = loadEnvironment()): StandaloneSettings {
  return readSettings(standaloneSettings, environment);
}
