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

/** For how long a projector keeps records of the log and rows of the tables. */
export function boundsOf(
  settings: Omit<ProjectorSettings, 'WORKER_METRICS_PORT' | 'DATABASE_URL'>,
): Pick<ProjectorServiceOptions, 'retention' | 'rowsKept'> {
  // Kafka deletes old records itself, by the settings of its topics.
  const retention = settings.KAFKA_BROKERS === undefined ? retentionOf(settings) : null;
  return { retention, rowsKept: rowsKeptOf(settings) };
}
