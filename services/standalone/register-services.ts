import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { createReaders } from '../../projections/access/readers.ts';
import { systemClock } from '../../shared/clock.ts';
import type { Lifecycle } from '../../shared/lifecycle.ts';
import type { Logger } from '../../shared/logger.ts';
import { registerIngest } from '../ingest/register-ingest.ts';
import { createMemoryRateLimiter } from '../query/limits/memory-rate-limiter.ts';
import { registerQuery } from '../query/register-query.ts';
import type { HubCore } from './open-core.ts';
import { openQueryServices } from './open-query-services.ts';
import type { StandaloneSettings } from './settings.ts';

export interface ServicesOptions {
  readonly core: HubCore;
  readonly settings: StandaloneSettings;
  readonly logger: Logger;
  readonly metrics: Registry;
  readonly lifecycle: Lifecycle;
}

/** Puts the plugin endpoints and the read API on one server; resolves when they can answer. */
export async function registerServices(app: FastifyInstance, options: ServicesOptions): Promise<void> {
  const { core, settings, logger, metrics, lifecycle } = options;
  const shared = { ...core, clock: systemClock, logger, metrics, trustProxyHops: settings.TRUST_PROXY_HOPS };
  registerIngest(app, {
    ...shared,
    hubName: settings.HUB_NAME,
    ...(settings.PUBLIC_URL !== undefined && { publicUrl: settings.PUBLIC_URL }),
    soleProcess: true,
    defaultSharing: settings.DEFAULT_SHARING,
  });

  const queryServices = openQueryServices(core, settings, logger, lifecycle);
  registerQuery(app, {
    ...shared,
    ...queryServices,
    limiter: createMemoryRateLimiter(),
    readers: createReaders(),
    metricsToken: settings.METRICS_TOKEN ?? null,
  });
  await queryServices.state.ready;
}
