import { randomBytes } from 'node:crypto';
import { startConsole } from '../../../services/console/main.ts';
import { readConsoleSettings } from '../../../services/console/settings.ts';
import { startIngest } from '../../../services/ingest/main.ts';
import { readIngestSettings } from '../../../services/ingest/settings.ts';
import { startProjectorProcess } from '../../../services/projector/main.ts';
import { readProjectorSettings } from '../../../services/projector/settings.ts';
import { startQuery } from '../../../services/query/main.ts';
import { readQuerySettings } from '../../../services/query/settings.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import type { RunningProcess } from '../../../shared/process/start-process.ts';
import { atEnd } from '../at-end.ts';
import { temporaryDataDir } from './hub-process.ts';

type Settings = Readonly<Record<string, string>>;

const logger = createLogger({ name: 'test', level: 'silent' });

const services = {
  ingest: (settings: Settings) => startIngest(readIngestSettings(settings), logger),
  projector: (settings: Settings) => startProjectorProcess(readProjectorSettings(settings), logger),
  query: (settings: Settings) => startQuery(readQuerySettings(settings), logger),
  console: (settings: Settings) => startConsole(readConsoleSettings(settings), logger),
} satisfies Record<string, (settings: Settings) => Promise<RunningProcess>>;

/** Settings that all services of a hub share, except the database. */
export async function serviceSettings() {
  return {
    DATA_DIR: await temporaryDataDir(null),
    HUB_SECRET: randomBytes(32).toString('base64'),
    HOST: '127.0.0.1',
    INGEST_PORT: '0',
    QUERY_PORT: '0',
    WORKER_METRICS_PORT: '0',
    CONSOLE_PORT: '0',
  };
}

export type ServiceName = keyof typeof services;

/** The service ends with the test. @returns its address */
export async function startService(service: ServiceName, settings: Settings): Promise<string> {
  return (await startServiceToStop(service, settings)).url;
}

/** Ends with the test, or with `close`. */
export async function startServiceToStop(service: ServiceName, settings: Settings) {
  const { port, close } = await services[service](settings);
  atEnd(() => close());
  return { url: `http://127.0.0.1:${port}`, close };
}
