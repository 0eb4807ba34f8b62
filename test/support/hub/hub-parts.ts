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

/** A hub of separate processes that share a database. */
export interface HubParts {
  readonly database: Database;
  /** Options by which commands reach the hub. */
  readonly options: ProcessOptions;
  /**
   * Starts another process with these settings on top of the hub's, and waits until it is ready.
   */
  start(
    part: 'ingest' | 'projector' | 'query',
    settings?: Readonly<Record<string, string>>,
  ): Promise<HubPart>;
  /** Starts a hub of one process on the same data. */
  startWhole(): Promise<Omit<HubPart, 'metrics'>>;
  /** Runs a command of the command line with `--json`. @returns its document */
  // biome-ignore lint/suspicious/noExplicitAny: tests know the documents of commands
  command(...args: string[]): Promise<any>;
}

export interface HubPart extends HubProcess {
  readonly url: string;
  /** Asks it as plugins or clients do. */
  readonly client: HubClient;
  /** The text of `/metrics`. */
  metrics(): Promise<string>;
}

/** The setting for the port of each part. */
export const portSettings = { ingest: 'INGEST_PORT', projector: 'WORKER_METRICS_PORT', query: 'QUERY_PORT' };
const clone = new URL('../../..', import.meta.url).pathname.replace(/\/$/, '');

/**
 * Opens a hub that ends with the test. The database is a fresh database unless the settings name
 * another.
 */
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
