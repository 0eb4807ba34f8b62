import type { FastifyInstance } from 'fastify';
import { createReaders } from '../../projections/access/visibility/readers.ts';
import { systemClock } from '../../shared/clock.ts';
import { registerIngest } from '../ingest/register-ingest.ts';
import { endpointOptions } from '../ingest/settings.ts';
import { createMemoryRateLimiter } from '../query/limits/memory-rate-limiter.ts';
import { openQueryServices } from '../query/open-query-services.ts';
import { registerQuery } from '../query/register-query.ts';
import type { CoreOptions, HubCore } from './open-core.ts';

/** Registers the plugin endpoints and the read API on one server; resolves when they can answer. */
export async function registerServices(
  app: FastifyInstance,
  core: HubCore,
  options: CoreOptions,
): Promise<void> {
  const { settings, logger, metrics } = options;
  const shared = { ...core, clock: systemClock, logger, metrics, trustProxyHops: settings.TRUST_PROXY_HOPS };
  registerIngest(app, { ...shared, ...endpointOptions(settings), soleProcess: true });

  const queryServices = openQueryServices({ ...core, ...options });
  registerQuery(app, {
    ...shared,
    ...queryServices,
    limiter: createMemoryRateLimiter(),
    readers: createReaders(),
    metricsToken: settings.METRICS_TOKEN ?? null,
  });
  await queryServices.state.ready;
}
