import type { FastifyInstance } from 'fastify';
import { startDirectory } from '../../projections/access/directory/open-directory.ts';
import { openFeedEpoch } from '../../projections/event-feed/commands/open-feed-epoch.ts';
import { projections } from '../../projections/registry.ts';
import { systemClock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import { createMetrics } from '../../shared/observability/metrics.ts';
import { registerHealthAndMetrics } from '../../shared/process/http/register-health-and-metrics.ts';
import { serve } from '../../shared/process/http/serve.ts';
import { openProcessBase } from '../../shared/process/open-process-base.ts';
import { openProcessJournal } from '../../shared/process/open-process-journal.ts';
import { openReadingPool } from '../../shared/process/open-reading-pool.ts';
import { type RunningProcess, startProcess } from '../../shared/process/start-process.ts';
import { prepareGenerations } from '../../shared/projection/generations/generations.ts';
import { waitForTables } from '../../shared/projection/live/wait-for-tables.ts';
import { createAddressRepair } from './http/plugin-addresses.ts';
import { registeredPlugins } from './plugins/registered.ts';
import { prepareIngest } from './prepare-ingest.ts';
import { registerIngest } from './register-ingest.ts';
import { endpointOptions, type IngestSettings } from './settings.ts';

/** A hub may have several such processes. @throws OperatorError */
export function startIngest(
  settings: IngestSettings,
  logger: Logger,
  signal?: AbortSignal,
): Promise<RunningProcess> {
  return startProcess(async (opening) => {
    const { lifecycle } = opening;
    const metrics = createMetrics('ingest', { isServed: settings.METRICS_TOKEN !== undefined });
    const port = settings.INGEST_PORT;
    const base = await openProcessBase({
      ...opening,
      settings,
      logger,
      role: 'ingest',
      port,
      maxConnections: 8,
    });
    const journal = await openProcessJournal(base, { settings, retention: null, logger, lifecycle });
    await prepareGenerations(base.database, projections);
    await prepareIngest(base.database);
    await waitForTables({ ...base, projections, logger, signal });
    await openFeedEpoch(base.database, journal);
    const database = openReadingPool(base.databaseUrl, 2, { logger, lifecycle });
    // A separate connection, so that busy requests never delay the refusal of a revoked device.
    const followerPool = openReadingPool(base.databaseUrl, 1, { logger, lifecycle });
    const directory = await startDirectory({ ...base, database: followerPool, logger, lifecycle });

    const deps = { ...base, ...endpointOptions(settings), database, journal, directory, logger, metrics };
    const register = (app: FastifyInstance) => {
      registerIngest(app, { ...deps, clock: systemClock, isSoleProcess: false, disk: null });
      // Ingest is ready while the log answers, even without the database.
      const ask = () => journal.log.ends(['hub.membership']);
      registerHealthAndMetrics(app, { ask, metrics, metricsToken: settings.METRICS_TOKEN });
    };
    const repairAddress = createAddressRepair(registeredPlugins);
    const fastifyOptions = {
      rewriteUrl: ({ url = '/' }: { url?: string | undefined }) => repairAddress(url),
    };
    const serving = await serve({
      port,
      portSetting: 'INGEST_PORT',
      settings,
      lifecycle,
      fastifyOptions,
      register,
    });
    await base.announce(serving.port);
    return serving;
  });
}
