import type { FastifyInstance } from 'fastify';
import { createReaders } from '../../projections/access/visibility/readers.ts';
import { systemClock } from '../../shared/clock.ts';
import { createMetrics } from '../../shared/observability/metrics.ts';
import { pingDatabase } from '../../shared/postgres/faults/ping-database.ts';
import { registerHealthAndMetrics } from '../../shared/process/http/register-health-and-metrics.ts';
import { serve } from '../../shared/process/http/serve.ts';
import type { ProcessBase } from '../../shared/process/open-process-base.ts';
import { recordProcessFolders } from '../../shared/process/process-folders.ts';
import { recordPublicOrigin } from '../../shared/process/public-origin.ts';
import { registerConsoleApi } from '../console/api/register-console-api.ts';
import { openConsoleServices } from '../console/open-console-services.ts';
import { registerPages } from '../console/page-server/register-pages.ts';
import { pageSettingsOf } from '../console/settings.ts';
import type { WatchedDisk } from '../ingest/http/check-disk-space.ts';
import { createAddressRepair } from '../ingest/http/plugin-addresses.ts';
import { registeredPlugins } from '../ingest/plugins/registered.ts';
import { registerIngest } from '../ingest/register-ingest.ts';
import { endpointOptions } from '../ingest/settings.ts';
import { pairingPluginsOf, partSendersOf } from '../operations/devices/pairing-plugins.ts';
import { queryServerOptions } from '../query/http/server-options.ts';
import { createMemoryRateLimiter } from '../query/limits/memory-rate-limiter.ts';
import { openQueryServices } from '../query/open-query-services.ts';
import { registerQuery } from '../query/register-query.ts';
import { type CoreOptions, type HubCore, openCore } from './open-core.ts';
import { type StandaloneSettings, standaloneSettings } from './settings.ts';

export interface OpenHub {
  readonly port: number;
  /** For requests without a socket, in tests. */
  readonly app: FastifyInstance;
  readonly core: HubCore;
}

/** @throws OperatorError when the port cannot be used */
export async function openHub(base: ProcessBase, opening: Omit<CoreOptions, 'metrics'>): Promise<OpenHub> {
  const { settings, lifecycle } = opening;
  const metrics = createMetrics('standalone', { isServed: settings.METRICS_TOKEN !== undefined });
  const options = { ...opening, metrics };
  const core = await openCore(base, options);
  const { app, port } = await serve({
    port: settings.PORT,
    portSetting: 'PORT',
    settings,
    lifecycle,
    fastifyOptions: queryServerOptions(createAddressRepair(opening.plugins ?? registeredPlugins)),
    register: (server) => registerServices(server, core, options),
  });
  if (settings.METRICS_TOKEN !== undefined) await serveWorkerMetrics(options, core);
  // Commands read the port. With PORT=0, the port is known only now.
  const session = await base.announce(port);
  await recordPublicOrigin(base.database, session, settings.PUBLIC_URL ?? null);
  await recordProcessFolders(base.database, session, settings);
  return { port, app, core };
}

/**
 * Monitoring finds the metrics on the port of a projector in any hub (operations.md, Processes).
 */
async function serveWorkerMetrics(
  { settings, metrics, lifecycle }: CoreOptions,
  core: HubCore,
): Promise<void> {
  const ask = () => pingDatabase(core.followerPool);
  await serve({
    port: settings.WORKER_METRICS_PORT,
    portSetting: 'WORKER_METRICS_PORT',
    settings,
    lifecycle,
    register: (app) => registerHealthAndMetrics(app, { ask, metrics, metricsToken: settings.METRICS_TOKEN }),
  });
}

/** Resolves when the services can answer. */
async function registerServices(app: FastifyInstance, core: HubCore, options: CoreOptions): Promise<void> {
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
    publicUrl: settings.PUBLIC_URL,
  });
  const hub = { ...core, database: core.consolePool };
  registerConsoleApi(app, {
    ...shared,
    ...openConsoleServices({
      ...options,
      hub,
      settingFields: standaloneSettings.shape,
      databaseUrl: core.databaseUrl,
      clock: systemClock,
      plugins: pairingPluginsOf(plugins),
    }),
  });
  const page = pageSettingsOf(settings, partSendersOf(plugins));
  await registerPages(app, { settings: page, publicUrl: settings.PUBLIC_URL });
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
