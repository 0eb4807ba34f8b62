import { z } from 'zod';
import {
  clientSettings,
  historySettings,
  logSettings,
  pluginSettings,
  portSetting,
  processSettings,
} from '../../shared/process/process-settings.ts';
import { integerSetting, loadEnvironment, readSettings } from '../../shared/settings.ts';

/** The settings of a hub in one process (operations.md, Settings). */
export const standaloneSettings = z.object({
  ...processSettings,
  ...logSettings,
  ...clientSettings,
  ...pluginSettings,
  ...historySettings,
  PORT: portSetting.default(3_000),
  /** Free space that the embedded server is left with. */
  MIN_FREE_DISK: integerSetting({ min: 0, max: 1_000_000_000, unit: 'megabytes' }).optional(),
  /** Where the metrics are served too, as by a projector process. */
  WORKER_METRICS_PORT: portSetting.default(9_464),
  /** Without it the hub starts the embedded server. */
  DATABASE_URL: processSettings.DATABASE_URL.optional(),
});

export type StandaloneSettings = z.infer<typeof standaloneSettings>;

/** @throws OperatorError that names the first bad variable */
export function readStandaloneSettings(environment = loadEnvironment()): StandaloneSettings {
  return readSettings(standaloneSettings, environment);
}
