import type { FastifyInstance } from 'fastify';
import { startDirectory } from '../../projections/access/directory/open-directory.ts';
import { projections } from '../../projections/registry.ts';
import { systemClock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import { createMetrics } from '../../shared/observability/metrics.ts';
import { pingDatabase } from '../../shared/postgres/faults/ping-database.ts';
import { registerHealthAndMetrics } from '../../shared/process/http/register-health-and-metrics.ts';
import { serve } from '../../shared/process/http/serve.ts';
import { openProcessBase } from '../../shared/process/open-process-base.ts';
import { openProcessJournal } from '../../shared/process/open-process-journal.ts';
import { openReadingPool } from '../../shared/process/open-reading-pool.ts';
import { recordProcessFolders } from '../../shared/process/process-folders.ts';
import { recordPublicOrigin } from '../../shared/process/public-origin.ts';
import { type RunningProcess, startProcess } from '../../shared/process/start-process.ts';
import { prepareGenerations } from '../../shared/projection/generations/generations.ts';
import { waitForTables } from '../../shared/projection/live/wait-for-tables.ts';
import { pairingPluginsOf, partSendersOf } from '../operations/devices/pairing-plugins.ts';
import { registerConsoleApi } from './api/register-console-api.ts';
import { hasBuiltPages } from './built-pages.mjs';
import { openConsoleServices } from './open-console-services.ts';
import { registerPages } from './page-server/register-pages.ts';
import { prepareConsole } from './prepare-console.ts';
import { type ConsoleSettings, consoleSettings, pageSettingsOf } from './settings.ts';
import { setUpLink } from './sign-in/set-up.ts';

export interface RunningConsole extends RunningProcess {
  /** False when the pages are not built: then each page answers 503. */
  readonly hasPages: boolean;
  /** Null without pages, and when the hub has had a member. */
  readonly setUpLink: string | null;
}

/** Several consoles may run. @throws OperatorError */
export function startConsole(
  settings: ConsoleSettings,
  logger: Logger,
  signal?: AbortSignal,
): Promise<RunningConsole> {
  return startProcess(async (opening) => {
    const { lifecycle } = opening;
    const metrics = createMetrics('console', { isServed: settings.METRICS_TOKEN !== undefined });
    const { CONSOLE_PORT: port, METRICS_TOKEN: metricsToken, TRUST_PROXY_HOPS: trustProxyHops } = settings;
    const base = await openProcessBase({
      ...opening,
      settings,
      logger,
      role: 'console',
      port,
      maxConnections: 4,
    });
    const journal = await openProcessJournal(base, { settings, retention: null, logger, lifecycle });
    await prepareGenerations(base.database, projections);
    await prepareConsole(base.database);
    await waitForTables({ ...base, projections, logger, signal });
    const database = openReadingPool(base.databaseUrl, 4, { logger, lifecycle });
    const directory = await startDirectory({ ...base, database, logger, lifecycle });

    const hub = { ...base, database, journal, directory };
    const services = openConsoleServices({
      hub,
      databaseUrl: base.databaseUrl,
      settings,
      settingFields: consoleSettings.shape,
      plugins: pairingPluginsOf(),
      metrics,
      clock: systemClock,
      logger,
      lifecycle,
    });
    const register = async (app: FastifyInstance) => {
      registerHealthAndMetrics(app, { ask: () => pingDatabase(database), metrics, metricsToken });
      registerConsoleApi(app, { ...services, trustProxyHops });
      const page = pageSettingsOf(settings, partSendersOf());
      await registerPages(app, { settings: page, publicUrl: settings.PUBLIC_URL });
    };
    const serving = await serve({ port, portSetting: 'CONSOLE_PORT', settings, lifecycle, register });
    const session = await base.announce(serving.port);
    await recordPublicOrigin(base.database, session, settings.PUBLIC_URL ?? null);
    await recordProcessFolders(base.database, session, settings);
    const origin = settings.PUBLIC_URL ?? `http://localhost:${serving.port}`;
    const hasPages = hasBuiltPages();
    const link = hasPages ? setUpLink(directory.currentOrStale(), base.hubSecret, origin) : null;
    return { ...serving, hasPages, setUpLink: link };
  });
}
