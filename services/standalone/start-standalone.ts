import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../shared/logger.ts';
import { createMetrics } from '../../shared/metrics.ts';
import { serve } from '../../shared/process/serve.ts';
import { type RunningProcess, startProcess } from '../../shared/process/start-process.ts';
import { queryServerOptions } from '../query/server-options.ts';
import { type HubCore, openCore } from './open-core.ts';
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
      lifecycle: opening.lifecycle,
      fastifyOptions: queryServerOptions(),
      register: (server) => registerServices(server, core, options),
    });
    await core.announce(port);
    return { port, app, core };
  });
}
