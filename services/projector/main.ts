import type { FastifyInstance } from 'fastify';
import { startDirectory } from '../../projections/access/directory/start-directory.ts';
import { projections } from '../../projections/registry.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import { createMetrics } from '../../shared/observability/metrics.ts';
import { databaseAnswers } from '../../shared/postgres/faults/database-answers.ts';
import { registerOperations } from '../../shared/process/http/register-operations.ts';
import { serve } from '../../shared/process/http/serve.ts';
import { openBase } from '../../shared/process/open-base.ts';
import { openProcessJournal } from '../../shared/process/open-process-journal.ts';
import { retentionOf, rowsKeptOf } from '../../shared/process/settings/process-settings.ts';
import { type RunningProcess, startProcess } from '../../shared/process/start-process.ts';
import { startBackups } from './backup/start-backups.ts';
import type { ProjectorSettings } from './settings.ts';
import { startProjector } from './start-projector.ts';

/** Runs the projections as a process of their own. Any number of them share the partitions. @throws OperatorError */
export function startProjectorProcess(settings: ProjectorSettings, logger: Logger): Promise<RunningProcess> {
  return startProcess(async (opening) => {
    const { lifecycle } = opening;
    const metricsServed = settings.METRICS_TOKEN !== undefined;
    const metrics = createMetrics('projector', { isServed: metricsServed });
    const port = settings.WORKER_METRICS_PORT;
    const base = await openBase({
      ...opening,
      settings,
      logger,
      role: 'projector',
      port,
      maxConnections: 12,
    });
    const retention = retentionOf(settings);
    const journal = await openProcessJournal(base, { settings, retention, logger, lifecycle });
    const options = { ...base, rowsKept: rowsKeptOf(settings), journal, projections, logger, metrics };
    lifecycle.onClose((await startProjector({ ...options, metricsServed })).stop);
    if (settings.BACKUP_ENABLED) {
      const directory = await startDirectory({ ...base, logger, lifecycle });
      const hub = { ...base, journal, directory };
      lifecycle.onClose(startBackups({ hub, settings, logger, metrics }).stop);
    }

    const ask = () => databaseAnswers(base.database);
    const operations = { ask, metrics, metricsToken: settings.METRICS_TOKEN };
    const register = (app: FastifyInstance) => registerOperations(app, operations);
    return serve({ port, portSetting: 'WORKER_METRICS_PORT', settings, lifecycle, register });
  });
}
