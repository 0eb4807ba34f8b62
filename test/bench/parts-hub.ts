import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DirectoryKeeper } from '../../projections/access/directory/directory.ts';
import { openDirectory } from '../../projections/access/directory/open-directory.ts';
import { projections } from '../../projections/registry.ts';
import type { EnrolmentHub } from '../../services/demo/enrolment.ts';
import type { Journal } from '../../shared/log/journal.ts';
import { openEventLog } from '../../shared/log/open-event-log.ts';
import { openJournal } from '../../shared/log/open-journal.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { startEmbeddedPostgres } from '../../shared/postgres/embedded/embedded-postgres.ts';
import { openNotifications } from '../../shared/postgres/notifications.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { prepareGenerations } from '../../shared/projection/generations/generations.ts';

/** A hub of separate processes, and what stands below them, opened in this process too. */
export interface PartsHub extends EnrolmentHub {
  readonly database: Database;
  readonly journal: Journal;
  readonly directory: DirectoryKeeper;
  readonly databaseUrl: string;
  readonly postgresPid: number;
  start(part: keyof typeof portSettings): Promise<HubPart>;
}

export interface HubPart {
  readonly pid: number;
  readonly port: number;
  /** What its `/metrics` says. */
  metrics(): Promise<string>;
}

/** The topics of a hub on Kafka. */
export interface HubTopics {
  readonly brokers: string;
  readonly topicPrefix: string;
}

/** What is given takes something down; all of it is called in the end, the last one first. */
export type OnClose = (close: () => Promise<void>) => void;

const launcher = fileURLToPath(new URL('../../services/cli/launch.mjs', import.meta.url));
const portSettings = {
  ingest: 'INGEST_PORT',
  projector: 'WORKER_METRICS_PORT',
  query: 'QUERY_PORT',
  console: 'CONSOLE_PORT',
} as const;
/** As compose has it: the embedded default is for one process. */
const maxConnections = 200;
const readyMs = 60_000;
const stopMs = 15_000;

/** On an embedded PostgreSQL and a temporary folder. @param topics null for the log in the database */
export async function openPartsHub(onClose: OnClose, topics: HubTopics | null = null): Promise<PartsHub> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-bench-'));
  // Started by root, PostgreSQL runs under another account that must enter the folder.
  await chmod(dataDir, 0o711);
  onClose(() => rm(dataDir, { recursive: true, force: true }));
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const server = await startEmbeddedPostgres({ dataDir, logger, maxConnections });
  onClose(server.stop);
  const pool = { name: 'bench', maxConnections: 8, statementTimeoutMs: 60_000 };
  const database = openDatabase({ url: server.url, ...pool });
  onClose(database.close);
  const notifications = openNotifications(database, logger);
  onClose(notifications.close);
  const address = topics && {
    brokers: topics.brokers.split(','),
    ssl: false,
    sasl: null,
    topicPrefix: topics.topicPrefix,
  };
  const at = { database, databaseDirectory: null, notifications, logger, retention: null };
  const log = await openEventLog({ kafka: address, ...at });
  onClose(log.close);
  const hubSecret = randomBytes(32);
  const journal = await openJournal({ log, hubSecret });
  await prepareGenerations(database, projections);
  const directory = openDirectory({ database, notifications, logger });
  onClose(directory.close);
  const start = startsParts(onClose, {
    DATABASE_URL: server.url,
    DATA_DIR: dataDir,
    HUB_SECRET: hubSecret.toString('base64'),
    ...(topics && { KAFKA_BROKERS: topics.brokers, KAFKA_TOPIC_PREFIX: topics.topicPrefix }),
  });
  const pidFile = await readFile(join(server.directory, 'postmaster.pid'), 'utf8');
  const postgresPid = Number(pidFile.split('\n')[0]);
  return { database, journal, directory, databaseUrl: server.url, postgresPid, hubSecret, start };
}

function startsParts(onClose: OnClose, settings: Readonly<Record<string, string>>): PartsHub['start'] {
  const metricsToken = randomBytes(16).toString('hex');
  const { PATH } = process.env;
  const environment = { PATH, METRICS_TOKEN: metricsToken, LOG_LEVEL: 'warn', ...settings };
  return async (part) => {
    const child = spawn(process.execPath, [launcher, part, '--json'], {
      env: { ...environment, [portSettings[part]]: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onClose(() => stop(child));
    const { port } = await readyLine(child);
    const headers = { authorization: `Bearer ${metricsToken}` };
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
    return { pid: child.pid ?? 0, port, metrics };
  };
}

async function readyLine({ stdout }: ChildProcess): Promise<{ port: number }> {
  if (stdout === null) throw new Error('the process has no stdout');
  const [line] = await once(createInterface(stdout), 'line', { signal: AbortSignal.timeout(readyMs) });
  return JSON.parse(line);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(force);
}
