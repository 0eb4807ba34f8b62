import { z } from 'zod';
import {
  historySettings,
  logSettings,
  portSetting,
  processSettings,
} from '../../shared/process/process-settings.ts';
import { loadEnvironment, readSettings } from '../../shared/settings.ts';

/** The settings of a projector process (operations.md, Settings). */
export const projectorSettings = z.object({
  ...processSettings,
  ...logSettings,
  ...historySettings,
  WORKER_METRICS_PORT: portSetting.default(9_464),
});

export type ProjectorSettings = z.infer<typeof projectorSettings>;

/** @throws OperatorError that names the first bad variable */
export function readProjectorSettings(environment = loadEnvironment()): ProjectorSettings {
  return readSettings(projectorSettings, environment);
}
