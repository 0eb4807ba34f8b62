import type { FastifyInstance } from 'fastify';
import { createReaders } from '../../projections/access/visibility/readers.ts';
import { systemClock } from '../../shared/clock.ts';
import { registerConsoleApi } from '../console/api/register-console-api.ts';
import { openConsoleServices } from '../console/open-console-services.ts';
import { registerPages } from '../console/page-server/register-pages.ts';
import { pageSettingsOf } from '../console/settings.ts';
import type { WatchedDisk } from '../ingest/http/check-disk-space.ts';
import { registerIngest } from '../ingest/register-ingest.ts';
import { endpointOptions } from '../ingest/settings.ts';
import { pairingPluginsOf } from '../operations/devices/pairing-plugins.ts';
import { createMemoryRateLimiter } from '../query/limits/memory-rate-limiter.ts';
import { openQueryServices } from '../query/open-query-services.ts';
import { registerQuery } from '../query/register-query.ts';
import type { CoreOptions, HubCore } from './open-core.ts';
import type { StandaloneSettings } from './settings.ts';

/** Resolves when the services can answer. */
export async function registerServices(
  app: FastifyInstance,
  core: HubCore,
  options: CoreOptions,
): Promise<void> {
  const { settings, logger, metrics, plugins } = options;
  const shared = { ...core, clock: systemClock, logger, metrics, trustProxyHops: settings.TRUST_PROXY_HOPS };
  const disk = watchedDisk(core, settings);
  const ingest = { ...shared, ...endpointOptions(settings), database: core.ingestPool };
  registerIngest(app, { ...ingest, isSoleProcess: true, disk }, plugins);

  const queryServices = openQueryServices({ ...core, ...options });
  registerQuery(app, {
    ...shared,
    ...queryServices,
    limiter: createMemoryRateLimiter(),
    readers: createReaders(),
    metricsToken: settings.METRICS_TOKEN ?? null,
  });
  const hub = { ...core, database: core.consolePool };
  registerConsoleApi(app, {
    ...shared,
    ...openConsoleServices({
      ...options,
      hub,
      databaseUrl: core.databaseUrl,
      clock: systemClock,
      plugins: pairingPluginsOf(plugins),
    }),
  });
  await registerPages(app, { settings: pageSettingsOf(settings) });
  await core.state.ready;
}

/** Null for the operator's own server, whose disk the hub does not watch. */
function watchedDisk(
  { databaseDirectory }: HubCore,
  { MIN_FREE_DISK }: StandaloneSettings,
): WatchedDisk | null {
  if (databaseDirectory === null) return null;
  return {
    directory: databaseDirectory,
    minFreeBytes: MIN_FREE_DISK === undefined ? null : MIN_FREE_DISK * 1_000_000,
  };
}
