import { z } from 'zod';
import { backupSettings } from '../../shared/process/settings/backup-settings.ts';
import { clientSettings, pluginSettings } from '../../shared/process/settings/client-settings.ts';
import { loadEnvironment } from '../../shared/process/settings/environment-settings.ts';
import { discordSettings, pageSettings } from '../../shared/process/settings/page-settings.ts';
import {
  embeddedServerSettings,
  portSettings,
  processSettings,
} from '../../shared/process/settings/process-settings.ts';
import { readProcessSettings } from '../../shared/process/settings/read-process-settings.ts';
import {
  historySettings,
  logSettings,
  projectionSettings,
} from '../../shared/process/settings/retention-settings.ts';

/** The settings of a hub in one process (operations.md, Settings). */
export const standaloneSettings = z.object({
  ...processSettings,
  ...logSettings,
  ...clientSettings,
  ...pluginSettings,
  ...historySettings,
  ...pageSettings,
  ...discordSettings,
  ...embeddedServerSettings,
  ...backupSettings,
  ...projectionSettings,
  BACKUP_ENABLED: backupSettings.BACKUP_ENABLED.default(true),
  PORT: portSettings.PORT,
  /** An extra port for the metrics, as a projector process has. */
  WORKER_METRICS_PORT: portSettings.WORKER_METRICS_PORT,
  /** Without DATABASE_URL the hub starts the embedded server. */
  DATABASE_URL: processSettings.DATABASE_URL.optional(),
});

export type StandaloneSettings = z.infer<typeof standaloneSettings>;

/** @throws OperatorError that names the first bad variable */
export function readStandaloneSettings(environment = loadEnvironment()): StandaloneSettings {
  return readProcessSettings(standaloneSettings, environment);
}
