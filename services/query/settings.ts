import { z } from 'zod';
import { clientSettings } from '../../shared/process/settings/client-settings.ts';
import { loadEnvironment } from '../../shared/process/settings/environment-settings.ts';
import { portSettings, processSettings } from '../../shared/process/settings/process-settings.ts';
import { readProcessSettings } from '../../shared/process/settings/read-process-settings.ts';
import { historySettings } from '../../shared/process/settings/retention-settings.ts';

/** See operations.md, Settings. No setting is for a log, because the process reads only tables. */
export const querySettings = z.object({
  ...processSettings,
  ...clientSettings,
  ...historySettings,
  QUERY_PORT: portSettings.QUERY_PORT,
});

export type QuerySettings = z.infer<typeof querySettings>;

/** @throws OperatorError that names the first bad variable */
export function readQuerySettings(environment = loadEnvironment()): QuerySettings {
  return readProcessSettings(querySettings, environment);
}
