import type { Registry } from 'prom-client';
import type { DirectoryKeeper } from '../../projections/access/directory.ts';
import { openDirectory } from '../../projections/access/open-directory.ts';
import { prepareServedEpoch, serveEpochs } from '../../projections/access/served-epoch.ts';
import { projections } from '../../projections/registry.ts';
import { readHubSecret } from '../../shared/hub-secret.ts';
import type { Lifecycle } from '../../shared/lifecycle.ts';
import type { Journal } from '../../shared/log/journal.ts';
import { openJournal } from '../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../shared/log/postgres/postgres-event-log.ts';
import type { Logger } from '../../shared/logger.ts';
import { type Database, openDatabase } from '../../shared/postgres/database.ts';
import { type HeldDatabase, holdDatabase } from '../../shared/postgres/hold-database.ts';
import type { LockHolder } from '../../shared/postgres/hub-lock.ts';
import { type Notifications, openNotifications } from '../../shared/postgres/notifications.ts';
import { prepareGenerations } from '../../shared/projection/generations.ts';
import { runProjections } from '../../shared/projection/run-projections.ts';
import type { StandaloneSettings } from './settings.ts';

/** What everything in one process stands on: the database, the log, the running projections, who may do what. */
export interface HubCore {
  readonly databaseUrl: string;
  /** Where the embedded server keeps the data; null for the operator's own server. */
  readonly databaseDirectory: string | null;
  /** For requests: short statements. */
  readonly database: Database;
  readonly notifications: Notifications;
  readonly journal: Journal;
  readonly directory: DirectoryKeeper;
  readonly hubSecret: Buffer;
}

export interface CoreOptions {
  readonly role: LockHolder['role'];
  readonly settings: StandaloneSettings;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Closes what was opened, also when opening fails half-way. */
  readonly lifecycle: Lifecycle;
  /** Called when another hub took over, or the database server cannot be brought back. */
  readonly onLost: (error: unknown) => void;
}

/** As long as a request of the read API may take in the database (decisions.md, HTTP). */
const readTimeoutMs = 5_000;
/** A batch of a projection, a migration. */
const writeTimeoutMs = 60_000;
const firstDirectoryMs = 10_000;

/** @throws OperatorError when another hub runs on the data, or it was made with another secret */
export async function openCore(options: CoreOptions): Promise<HubCore> {
  const { settings, logger, lifecycle } = options;
  const hubSecret = await readHubSecret(settings.DATA_DIR, settings.HUB_SECRET);
  const held = await hold(options);
  const { url } = held;
  const writing = openDatabase({
    url,
    name: 'projector',
    maxConnections: 12,
    statementTimeoutMs: writeTimeoutMs,
  });
  lifecycle.onClose(writing.close);
  const database = openDatabase({
    url,
    name: 'query',
    maxConnections: 8,
    statementTimeoutMs: readTimeoutMs,
  });
  lifecycle.onClose(database.close);
  const notifications = openNotifications(database, logger);
  lifecycle.onClose(notifications.close);

  const journal = await openLog(writing, notifications, hubSecret, options);
  await startProjections(writing, notifications, journal, options);
  const directory = await startDirectory(database, notifications, options);
  return {
    databaseUrl: url,
    databaseDirectory: held.directory,
    database,
    notifications,
    journal,
    directory,
    hubSecret,
  };
}

async function hold({ settings, role, logger, lifecycle, onLost }: CoreOptions): Promise<HeldDatabase> {
  const held = await holdDatabase({
    databaseUrl: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    role,
    port: role === 'hub' ? settings.PORT : 0,
    logger,
    onLost,
  });
  lifecycle.onClose(held.release);
  return held;
}

async function openLog(
  database: Database,
  notifications: Notifications,
  hubSecret: Buffer,
  { logger, lifecycle }: CoreOptions,
): Promise<Journal> {
  const log = openPostgresEventLog({ database, notifications, logger });
  lifecycle.onClose(log.close);
  await log.ensureStreams();
  return openJournal({ log, hubSecret });
}

async function startProjections(
  database: Database,
  notifications: Notifications,
  journal: Journal,
  { logger, metrics, lifecycle }: CoreOptions,
): Promise<void> {
  await prepareGenerations(database, projections);
  const projector = runProjections({ database, journal, projections, notifications, logger, metrics });
  lifecycle.onClose(projector.stop);
}

async function startDirectory(
  database: Database,
  notifications: Notifications,
  { logger, lifecycle }: CoreOptions,
): Promise<DirectoryKeeper> {
  await prepareServedEpoch(database);
  const directory = openDirectory({ database, notifications, logger });
  lifecycle.onClose(directory.close);
  lifecycle.onClose(serveEpochs(database, directory, logger));
  await directory.atLeast(0, firstDirectoryMs);
  return directory;
}
