import { z } from 'zod';
import { backupSettings } from '../../shared/process/settings/backup-settings.ts';
import { loadEnvironment } from '../../shared/process/settings/environment-settings.ts';
import { portSettings, processSettings } from '../../shared/process/settings/process-settings.ts';
import { readProcessSettings } from '../../shared/process/settings/read-process-settings.ts';
import {
  historySettings,
  logSettings,
  projectionSettings,
} from '../../shared/process/settings/retention-settings.ts';

/** The settings of a projector process (operations.md, Settings). */
export const projectorSettings = z.object({
  ...processSettings,
  ...logSettings,
  ...historySettings,
  ...backupSettings,
  ...projectionSettings,
  WORKER_METRICS_PORT: portSettings.WORKER_METRICS_PORT,
});

export type ProjectorSettings = z.infer<typeof projectorSettings>;

/** @throws OperatorError that names the first bad variable */
export function readProjectorSettings(environment = loadEnvironment()): ProjectorSettings {
  return readProcessSettings(projectorSettings, environment);
}
