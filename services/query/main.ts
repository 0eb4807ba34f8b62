import type { FastifyInstance } from 'fastify';
import { startDirectory } from '../../projections/access/directory/open-directory.ts';
import { createReaders } from '../../projections/access/visibility/readers.ts';
import { startStateCopy } from '../../projections/account-state/queries/state-copy.ts';
import { projections } from '../../projections/registry.ts';
import { requireNoRestoreInto } from '../../shared/identity/unfinished-restore.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import { createMetrics } from '../../shared/observability/metrics.ts';
import { serve } from '../../shared/process/http/serve.ts';
import { openProcessBase } from '../../shared/process/open-process-base.ts';
import { followerConnections, openReadingPool } from '../../shared/process/open-reading-pool.ts';
import { checkKnownSecret } from '../../shared/process/settings/known-secret.ts';
import { type RunningProcess, startProcess } from '../../shared/process/start-process.ts';
import { prepareGenerations } from '../../shared/projection/generations/generations.ts';
import { waitForTables } from '../../shared/projection/live/wait-for-tables.ts';
import { prepareApiKeyUses } from './api-key-use/note-api-key-use.ts';
import { queryServerOptions } from './http/server-options.ts';
import { openPostgresRateLimiter } from './limits/postgres-rate-limiter.ts';
import { openQueryServices } from './open-query-services.ts';
import { registerQuery } from './register-query.ts';
import type { QuerySettings } from './settings.ts';

/** Any number of such processes may run. @throws OperatorError */
export function startQuery(
  settings: QuerySettings,
  logger: Logger,
  signal?: AbortSignal,
): Promise<RunningProcess> {
  return startProcess(async (opening) => {
    const { lifecycle } = opening;
    const metrics = createMetrics('query', { isServed: settings.METRICS_TOKEN !== undefined });
    const { QUERY_PORT: port } = settings;
    const base = await openProcessBase({
      ...opening,
      settings,
      logger,
      role: 'query',
      port,
      maxConnections: 2,
    });
    await checkKnownSecret(base.database, base.hubSecret);
    await requireNoRestoreInto(base.database);
    await prepareGenerations(base.database, projections);
    await prepareApiKeyUses(base.database);
    await waitForTables({ ...base, projections, logger, signal });
    const database = openReadingPool(base.databaseUrl, 8, { logger, lifecycle });
    const followerPool = openReadingPool(base.databaseUrl, followerConnections, { logger, lifecycle });
    const follow = { ...base, database: followerPool, logger, lifecycle };
    // Started first, because reading all states takes longest.
    const state = startStateCopy(follow);
    const directory = await startDirectory(follow);
    const services = openQueryServices({
      ...follow,
      database,
      followerPool,
      directory,
      state,
      settings,
      metrics,
    });
    const limiter = await openPostgresRateLimiter({ ...base, directory, metrics, logger, lifecycle });
    await state.ready;

    const {
      METRICS_TOKEN: metricsToken = null,
      TRUST_PROXY_HOPS: trustProxyHops,
      PUBLIC_URL: publicUrl,
    } = settings;
    const deps = { ...services, followerPool, limiter, readers: createReaders(), logger, metrics };
    const register = (app: FastifyInstance) =>
      registerQuery(app, { ...deps, metricsToken, trustProxyHops, publicUrl });
    const fastifyOptions = queryServerOptions();
    return serve({ port, portSetting: 'QUERY_PORT', settings, lifecycle, fastifyOptions, register });
  });
}
