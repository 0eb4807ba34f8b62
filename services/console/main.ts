import type { FastifyInstance } from 'fastify';
import { createMetrics } from '../../shared/metrics.ts';
import { registerOperations } from '../../shared/process/register-operations.ts';
import { serve } from '../../shared/process/serve.ts';
import { type RunningProcess, startProcess } from '../../shared/process/start-process.ts';
import { registerConsole } from './register-console.ts';
import { type ConsoleSettings, pageSettingsOf } from './settings.ts';

/** Serves the pages as a process of its own; any number of them may run. @throws OperatorError */
export function startConsole(settings: ConsoleSettings): Promise<RunningProcess> {
  return startProcess(({ lifecycle }) => {
    const metrics = createMetrics('console');
    const { CONSOLE_PORT: port, METRICS_TOKEN: metricsToken } = settings;
    const register = async (app: FastifyInstance) => {
      // It needs nothing but its own files.
      registerOperations(app, { ask: async () => {}, metrics, metricsToken });
      await registerConsole(app, { settings: pageSettingsOf(settings) });
    };
    return serve({ port, portSetting: 'CONSOLE_PORT', settings, lifecycle, register });
  });
}
