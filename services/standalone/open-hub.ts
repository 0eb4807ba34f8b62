import type { FastifyInstance } from 'fastify';
import { createMetrics } from '../../shared/observability/metrics.ts';
import { pingDatabase } from '../../shared/postgres/faults/ping-database.ts';
import { registerHealthAndMetrics } from '../../shared/process/http/register-health-and-metrics.ts';
import { serve } from '../../shared/process/http/serve.ts';
import type { ProcessBase } from '../../shared/process/open-process-base.ts';
import { recordProcessFolders } from '../../shared/process/process-folders.ts';
import { recordPublicOrigin } from '../../shared/process/public-origin.ts';
import { createAddressRepair } from '../ingest/http/plugin-addresses.ts';
import { registeredPlugins } from '../ingest/plugins/registered.ts';
import { queryServerOptions } from '../query/http/server-options.ts';
import { type CoreOptions, type HubCore, openCore } from './open-core.ts';
import { registerServices } from './register-services.ts';

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
