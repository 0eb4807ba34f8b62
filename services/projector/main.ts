import type { FastifyInstance } from 'fastify';
import { startDirectory } from '../../projections/access/directory/open-directory.ts';
import { projections } from '../../projections/registry.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import { createMetrics } from '../../shared/observability/metrics.ts';
import { pingDatabase } from '../../shared/postgres/faults/ping-database.ts';
import { registerHealthAndMetrics } from '../../shared/process/http/register-health-and-metrics.ts';
import { serve } from '../../shared/process/http/serve.ts';
import { openProcessBase } from '../../shared/process/open-process-base.ts';
import { openProcessJournal } from '../../shared/process/open-process-journal.ts';
import { recordProcessFolders } from '../../shared/process/process-folders.ts';
import {
  keepPreviousMsOf,
  retentionOf,
  rowRetentionOf,
} from '../../shared/process/settings/retention-settings.ts';
import { type RunningProcess, startProcess } from '../../shared/process/start-process.ts';
import { startBackups } from './backup/start-backups.ts';
import type { ProjectorSettings } from './settings.ts';
import { startProjector } from './start-projector.ts';

/** Any number of processes share the partitions. @throws OperatorError */
export function startProjectorProcess(settings: ProjectorSettings, logger: Logger): Promise<RunningProcess> {
  return startProcess(async (opening) => {
    const { lifecycle } = opening;
    const metricsServed = settings.METRICS_TOKEN !== undefined;
    const metrics = createMetrics('projector', { isServed: metricsServed });
    const port = settings.WORKER_METRICS_PORT;
    const base = await openProcessBase({
      ...opening,
      settings,
      logger,
      role: 'projector',
      port,
      maxConnections: 12,
    });
    const retention = retentionOf(settings);
    const journal = await openProcessJournal(base, { settings, retention, logger, lifecycle });
    const options = {
      ...base,
      retentionMsBySetting: rowRetentionOf(settings),
      journal,
      projections,
      logger,
      metrics,
    };
    const keepPreviousMs = keepPreviousMsOf(settings);
    lifecycle.onClose((await startProjector({ ...options, keepPreviousMs, metricsServed })).stop);
    if (settings.BACKUP_ENABLED) {
      const directory = await startDirectory({ ...base, logger, lifecycle });
      const hub = { ...base, journal, directory };
      lifecycle.onClose(startBackups({ hub, settings, logger, metrics }).stop);
    }

    const ask = () => pingDatabase(base.database);
    const operations = { ask, metrics, metricsToken: settings.METRICS_TOKEN };
    const register = (app: FastifyInstance) => registerHealthAndMetrics(app, operations);
    const serving = await serve({ port, portSetting: 'WORKER_METRICS_PORT', settings, lifecycle, register });
    await recordProcessFolders(base.database, await base.announce(serving.port), settings);
    return serving;
  });
}
