import { z } from 'zod';
import {
  historySettings,
  logSettings,
  portSetting,
  processSettings,
  retentionOf,
  rowsKeptOf,
} from '../../shared/process/process-settings.ts';
import { loadEnvironment, readSettings } from '../../shared/settings.ts';
import type { ProjectorServiceOptions } from './start-projector.ts';

/** What a projector process is told by its environment (operations.md, Settings). */
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

/** The bounds within which a projector keeps the log and the tables, in whatever process it runs. */
export function boundsOf(
  settings: Omit<ProjectorSettings, 'WORKER_METRICS_PORT' | 'DATABASE_URL'>,
): Pick<ProjectorServiceOptions, 'retention' | 'rowsKept'> {
  // Kafka keeps itself within the bounds that its topics were given.
  const retention = settings.KAFKA_BROKERS === undefined ? retentionOf(settings) : null;
  return { retention, rowsKept: rowsKeptOf(settings) };
}
