import { projections } from '../../projections/registry.ts';
import type { Logger } from '../../shared/logger.ts';
import { createMetrics } from '../../shared/metrics.ts';
import { databaseAnswers } from '../../shared/postgres/database-answers.ts';
import { openBase } from '../../shared/process/open-base.ts';
import { openProcessJournal } from '../../shared/process/open-process-journal.ts';
import { retentionOf, rowsKeptOf } from '../../shared/process/process-settings.ts';
import { registerOperations } from '../../shared/process/register-operations.ts';
import { serve } from '../../shared/process/serve.ts';
import { type RunningProcess, startProcess } from '../../shared/process/start-process.ts';
import type { ProjectorSettings } from './settings.ts';
import { startProjector } from './start-projector.ts';

/** The projections as a process of their own: any number share the partitions. @throws OperatorError */
export function startProjectorProcess(settings: ProjectorSettings, logger: Logger): Promise<RunningProcess> {
  return startProcess(async (opening) => {
    const { lifecycle } = opening;
    const metrics = createMetrics('projector');
    const port = settings.WORKER_METRICS_PORT;
    const base = await openBase({
      ...opening,
      settings,
      logger,
      role: 'projector',
      port,
      maxConnections: 12,
    });
    const kept = retentionOf(settings);
    const journal = await openProcessJournal(base, { settings, retention: kept, logger, lifecycle });
    const retention = settings.KAFKA_BROKERS === undefined ? kept : null;
    const rowsKept = rowsKeptOf(settings);
    const options = { ...base, journal, projections, retention, rowsKept, logger, metrics };
    const projector = await startProjector(options);
    lifecycle.onClose(projector.stop);

    const ask = () => databaseAnswers(base.database);
    const metricsToken = settings.METRICS_TOKEN;
    return serve({
      port,
      portSetting: 'WORKER_METRICS_PORT',
      lifecycle,
      register: (app) => registerOperations(app, { ask, metrics, metricsToken }),
    });
  });
}
