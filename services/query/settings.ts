import { z } from 'zod';
import { loadEnvironment } from '../../shared/process/settings/environment-settings.ts';
import {
  clientSettings,
  historySettings,
  portSettings,
  processSettings,
} from '../../shared/process/settings/process-settings.ts';
import { readProcessSettings } from '../../shared/process/settings/read-process-settings.ts';

/**
 * The settings of a query process (operations.md, Settings). No setting is for a log, because the
 * process reads only tables.
 */
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
