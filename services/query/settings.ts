import { z } from 'zod';
import {
  clientSettings,
  historySettings,
  portSetting,
  processSettings,
} from '../../shared/process/process-settings.ts';
import { loadEnvironment, readSettings } from '../../shared/settings.ts';

/** The settings of a query process (operations.md, Settings). It has none for a log, because it reads tables only. */
export const querySettings = z.object({
  ...processSettings,
  ...clientSettings,
  ...historySettings,
  QUERY_PORT: portSetting.default(3_000),
});

export type QuerySettings = z.infer<typeof querySettings>;

/** @throws OperatorError that names the first bad variable */
export function readQuerySettings(environment = loadEnvironment()): QuerySettings {
  return readSettings(querySettings, environment);
}
