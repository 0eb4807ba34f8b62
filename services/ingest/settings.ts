import { z } from 'zod';
import { clientSettings, pluginSettings } from '../../shared/process/settings/client-settings.ts';
import { loadEnvironment } from '../../shared/process/settings/environment-settings.ts';
import { portSettings, processSettings } from '../../shared/process/settings/process-settings.ts';
import { readProcessSettings } from '../../shared/process/settings/read-process-settings.ts';
import { logSettings } from '../../shared/process/settings/retention-settings.ts';
import { tileTrailDaysOf } from '../../shared/process/settings/tile-days.ts';
import type { IngestDeps } from './ingest-deps.ts';
import { ingestLimits } from './ingest-limits.ts';

/** See operations.md, Settings. */
export const ingestSettings = z.object({
  ...processSettings,
  ...logSettings,
  ...clientSettings,
  ...pluginSettings,
  INGEST_PORT: portSettings.INGEST_PORT,
});

export type IngestSettings = z.infer<typeof ingestSettings>;

/** @throws OperatorError with the name of the first invalid variable */
export function readIngestSettings(environment = loadEnvironment()): IngestSettings {
  return readProcessSettings(ingestSettings, environment);
}

export function endpointOptions(
  settings: Omit<IngestSettings, 'INGEST_PORT' | 'DATABASE_URL'>,
): Pick<IngestDeps, 'hubName' | 'publicUrl' | 'defaultSharing' | 'trustProxyHops' | 'limits' | 'keepsTiles'> {
  return {
    hubName: settings.HUB_NAME,
    ...(settings.PUBLIC_URL !== undefined && { publicUrl: settings.PUBLIC_URL }),
    defaultSharing: settings.DEFAULT_SHARING,
    trustProxyHops: settings.TRUST_PROXY_HOPS,
    limits: ingestLimits(settings),
    keepsTiles: tileTrailDaysOf(settings) > 0,
  };
}
