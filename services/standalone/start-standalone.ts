import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../shared/logger.ts';
import { createMetrics } from '../../shared/metrics.ts';
import { databaseAnswers } from '../../shared/postgres/database-answers.ts';
import { registerOperations } from '../../shared/process/register-operations.ts';
import { serve } from '../../shared/process/serve.ts';
import { type RunningProcess, startProcess } from '../../shared/process/start-process.ts';
import { queryServerOptions } from '../query/server-options.ts';
import { type CoreOptions, type HubCore, openCore } from './open-core.ts';
import { registerServices } from './register-services.ts';
import type { StandaloneSettings } from './settings.ts';

/** A whole hub in this process. */
export interface Standalone extends RunningProcess {
  /** For requests without a socket, in tests. */
  readonly app: FastifyInstance;
  readonly core: HubCore;
}

/** @throws OperatorError with one line that says why it cannot start; nothing is left open then */
export function startStandalone(settings: StandaloneSettings, logger: Logger): Promise<Standalone> {
  return startProcess(async (opening) => {
    const options = { ...opening, settings, logger, metrics: createMetrics('standalone') };
    const core = await openCore(options);
    const { app, port } = await serve({
      port: settings.PORT,
      portSetting: 'PORT',
      settings,
      lifecycle: opening.lifecycle,
      fastifyOptions: queryServerOptions(),
      register: (server) => registerServices(server, core, options),
    });
    if (settings.METRICS_TOKEN !== undefined) await serveWorkerMetrics(options, core);
    await core.announce(port);
    return { port, app, core };
  });
}

/** The port at which monitoring finds a projector of any hub (operations.md, Processes). */
async function serveWorkerMetrics(
  { settings, metrics, lifecycle }: CoreOptions,
  core: HubCore,
): Promise<void> {
  const ask = () => databaseAnswers(core.database);
  await serve({
    port: settings.WORKER_METRICS_PORT,
    portSetting: 'WORKER_METRICS_PORT',
    settings,
    lifecycle,
    register: (app) => registerOperations(app, { ask, metrics, metricsToken: settings.METRICS_TOKEN }),
  });
}
