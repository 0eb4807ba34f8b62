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
import { createLogger } from '../../shared/logger.ts';
import { type Database, openDatabase } from '../../shared/postgres/database.ts';
import { startEmbeddedPostgres } from '../../shared/postgres/embedded/embedded-postgres.ts';
import { openNotifications } from '../../shared/postgres/notifications.ts';
import { prepareGenerations } from '../../shared/projection/generations/generations.ts';
import { findKind, startBroker } from '../support/kafka/kinds.ts';

/** A hub of separate processes on Kafka, and what stands below them, opened in this process too. */
export interface KafkaHub extends EnrolmentHub {
  readonly database: Database;
  readonly journal: Journal;
  readonly directory: DirectoryKeeper;
  readonly databaseUrl: string;
  readonly postgresPid: number;
  readonly brokers: string;
  readonly topicPrefix: string;
  start(part: 'ingest' | 'projector' | 'query'): Promise<HubPart>;
}

export interface HubPart {
  readonly pid: number;
  readonly port: number;
  /** What its `/metrics` says. */
  metrics(): Promise<string>;
}

const launcher = fileURLToPath(new URL('../../services/hub/launch.mjs', import.meta.url));
const portSettings = { ingest: 'INGEST_PORT', projector: 'WORKER_METRICS_PORT', query: 'QUERY_PORT' };
const readyMs = 60_000;
const stopMs = 15_000;

/** `onClose` is given what takes it down, the last one first. @throws where no Kafka can be had */
export async function openKafkaHub(onClose: (close: () => Promise<void>) => void): Promise<KafkaHub> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-bench-'));
  // Started by root, PostgreSQL runs under another account that must enter the folder.
  await chmod(dataDir, 0o711);
  onClose(() => rm(dataDir, { recursive: true, force: true }));
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const server = await startEmbeddedPostgres({ dataDir, logger });
  onClose(server.stop);
  const brokers = await findBrokers(onClose);
  const database = openDatabase({
    url: server.url,
    name: 'bench',
    maxConnections: 8,
    statementTimeoutMs: 60_000,
  });
  onClose(database.close);
  const notifications = openNotifications(database, logger);
  onClose(notifications.close);
  const topicPrefix = `bench_${randomBytes(6).toString('hex')}.`;
  const kafka = { brokers: brokers.split(','), ssl: false, sasl: null, topicPrefix };
  const log = await openEventLog({
    kafka,
    database,
    databaseDirectory: null,
    notifications,
    logger,
    retention: null,
  });
  onClose(log.close);
  const hubSecret = randomBytes(32);
  const journal = await openJournal({ log, hubSecret });
  await prepareGenerations(database, projections);
  const directory = openDirectory({ database, notifications, logger });
  onClose(directory.close);
  const metricsToken = randomBytes(16).toString('hex');
  const environment = {
    PATH: process.env.PATH,
    DATABASE_URL: server.url,
    DATA_DIR: dataDir,
    HUB_SECRET: hubSecret.toString('base64'),
    KAFKA_BROKERS: brokers,
    KAFKA_TOPIC_PREFIX: topicPrefix,
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: 'warn',
  };

  return {
    database,
    journal,
    directory,
    databaseUrl: server.url,
    postgresPid: Number((await readFile(join(server.directory, 'postmaster.pid'), 'utf8')).split('\n')[0]),
    brokers,
    topicPrefix,
    hubSecret,
    start: async (part) => {
      const child = spawn(process.execPath, [launcher, part, '--json'], {
        env: { ...environment, [portSettings[part]]: '0' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onClose(() => stop(child));
      const { port } = await readyLine(child);
      const headers = { authorization: `Bearer ${metricsToken}` };
      const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
      return { pid: child.pid ?? 0, port, metrics };
    },
  };
}

/** The Kafka that is given, else one in a container, else a process. */
async function findBrokers(onClose: (close: () => Promise<void>) => void): Promise<string> {
  const given = process.env.KAFKA_BROKERS;
  if (given !== undefined && given !== '') return given;
  const found = await findKind(['container', 'process']);
  if ('missing' in found) throw new Error(`no Kafka: ${found.missing}`);
  const broker = await startBroker(found.kind);
  onClose(broker.close);
  return broker.brokers;
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
