import { pause } from '../../shared/async/waiting.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import { openProcessBase, type ProcessBase } from '../../shared/process/open-process-base.ts';
import { type RunningProcess, startProcess } from '../../shared/process/start-process.ts';
import type { Plugin } from '../ingest/plugin-adapter.ts';
import type { OpenHub } from './open-hub.ts';
import type { StandaloneSettings } from './settings.ts';

export interface Standalone extends RunningProcess, OpenHub {}

const writingConnections = 12;
/**
 * The embedded server is launched within this time. This process is then idle and can load modules.
 */
const launchedWithinMs = 50;

/** @throws OperatorError that says why the hub cannot start; nothing is left open then */
export function startStandalone(
  settings: StandaloneSettings,
  logger: Logger,
  plugins?: readonly Plugin[],
): Promise<Standalone> {
  return startProcess(async (opening) => {
    const opened = openProcessBase({
      ...opening,
      settings,
      logger,
      role: 'hub',
      port: settings.PORT,
      maxConnections: writingConnections,
    });
    const [base, { openHub }] = await Promise.all([opened, loadMeanwhile(opened)]);
    return openHub(base, { ...opening, settings, logger, plugins });
  });
}

async function loadMeanwhile(opened: Promise<ProcessBase>): Promise<typeof import('./open-hub.ts')> {
  await Promise.race([opened, pause(launchedWithinMs)]);
  return import('./open-hub.ts');
}
