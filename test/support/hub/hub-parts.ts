import { randomBytes } from 'node:crypto';
import type { Database } from '../../../shared/postgres/database.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { atEnd } from '../at-end.ts';
import { freshDatabase } from '../postgres/database.ts';
import { runJson } from './command-line.ts';
import { createHubClient, type HubClient } from './hub-client.ts';
import {
  freePort,
  type HubProcess,
  launchHubProcess,
  type ProcessOptions,
  startHubProcess,
  temporaryDataDir,
} from './hub-process.ts';

export interface HubParts {
  readonly database: Database;
  readonly options: ProcessOptions;
  /** Adds `settings` to the hub's settings, and waits until the process is ready. */
  start(
    part: 'ingest' | 'projector' | 'query',
    settings?: Readonly<Record<string, string>>,
  ): Promise<HubPart>;
  /** A hub of one process on the same data. */
  startWhole(): Promise<Omit<HubPart, 'metrics'>>;
  /** @returns the document of the command */
  // biome-ignore lint/suspicious/noExplicitAny: tests know the documents of commands
  command(...args: string[]): Promise<any>;
}

export interface HubPart extends HubProcess {
  readonly url: string;
  readonly client: HubClient;
  metrics(): Promise<string>;
}

export const portSettings = { ingest: 'INGEST_PORT', projector: 'WORKER_METRICS_PORT', query: 'QUERY_PORT' };
const clone = new URL('../../..', import.meta.url).pathname.replace(/\/$/, '');

/** The hub ends with the test. Without `DATABASE_URL`, its database is fresh. */
export async function openHubParts(settings: Readonly<Record<string, string>> = {}): Promise<HubParts> {
  const { url, database } = await openDatabaseOf(settings);
  const metricsToken = randomBytes(16).toString('hex');
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: await temporaryDataDir(null),
    HUB_SECRET: randomBytes(32).toString('base64'),
    METRICS_TOKEN: metricsToken,
    ...settings,
  };
  const options: ProcessOptions = { clone, as: null, environment };

  return {
    database,
    options,
    start: async (part, more = {}) => {
      const port = await freePort();
      const own = { ...environment, [portSettings[part]]: String(port), ...more };
      const launched = launchHubProcess({ ...options, environment: own }, part);
      await launched.ready;
      const url = `http://127.0.0.1:${port}`;
      return {
        ...launched,
        url,
        client: createHubClient(url),
        metrics: async () => {
          const headers = { authorization: `Bearer ${metricsToken}` };
          return (await fetch(`${url}/metrics`, { headers })).text();
        },
      };
    },
    startWhole: async () => {
      const port = await freePort();
      const own = { ...environment, PORT: String(port), WORKER_METRICS_PORT: String(await freePort()) };
      const started = await startHubProcess({ ...options, environment: own });
      const url = `http://127.0.0.1:${port}`;
      return { ...started, url, client: createHubClient(url) };
    },
    command: (...args) => runJson(environment, args),
  };
}

async function openDatabaseOf({
  DATABASE_URL: url,
  KAFKA_BROKERS: brokers,
}: Readonly<Record<string, string>>) {
  if (url === undefined) return freshDatabase(brokers === undefined ? 'hub' : 'empty');
  const database = openDatabase({ url, name: 'tests', maxConnections: 1, statementTimeoutMs: 20_000 });
  atEnd(() => database.close());
  return { url, database };
}
