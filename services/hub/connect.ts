import type { DirectoryKeeper } from '../../projections/access/directory.ts';
import { openDirectory } from '../../projections/access/open-directory.ts';
import { accessProjection } from '../../projections/access/projection.ts';
import { prepareServedEpoch } from '../../projections/access/served-epoch.ts';
import { projections } from '../../projections/registry.ts';
import { OperatorError } from '../../shared/errors.ts';
import { readHubSecret } from '../../shared/hub-secret.ts';
import { createLifecycle, type Lifecycle } from '../../shared/lifecycle.ts';
import type { Journal } from '../../shared/log/journal.ts';
import { openJournal } from '../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../shared/log/postgres/postgres-event-log.ts';
import type { Logger } from '../../shared/logger.ts';
import { type Database, openDatabase } from '../../shared/postgres/database.ts';
import { holdDatabase } from '../../shared/postgres/hold-database.ts';
import { openNotifications } from '../../shared/postgres/notifications.ts';
import { prepareGenerations } from '../../shared/projection/generations.ts';
import { runProjections } from '../../shared/projection/run-projections.ts';
import { findRunningHub } from './find-running-hub.ts';
import type { HubSettings } from './settings.ts';

/** The hub as a command uses it. */
export interface HubConnection {
  readonly database: Database;
  readonly journal: Journal;
  readonly directory: DirectoryKeeper;
  readonly hubSecret: Buffer;
  /** Where a running hub listens; null when none runs, and this process projects for itself. */
  readonly runningPort: number | null;
  close(): Promise<void>;
}

/**
 * Connects to the running hub. When none runs: takes its place for as long as the command lasts, with the embedded
 * server where there is no other, and runs the projection that commands wait for.
 */
export async function connect(settings: HubSettings, logger: Logger): Promise<HubConnection> {
  const lifecycle = createLifecycle();
  try {
    return await open(settings, logger, lifecycle);
  } catch (error) {
    await lifecycle.close();
    throw error;
  }
}

async function open(settings: HubSettings, logger: Logger, lifecycle: Lifecycle): Promise<HubConnection> {
  const hubSecret = await readHubSecret(settings.DATA_DIR, settings.HUB_SECRET);
  const { url, runningPort } = await findServer(settings, logger, lifecycle);
  const database = openDatabase({ url, name: 'command', maxConnections: 4, statementTimeoutMs: 60_000 });
  lifecycle.onClose(database.close);
  const notifications = openNotifications(database, logger);
  lifecycle.onClose(notifications.close);
  const log = openPostgresEventLog({ database, notifications, logger });
  lifecycle.onClose(log.close);

  // A hub that is just starting may not have made them yet; safe when raced.
  await log.ensureStreams();
  await prepareGenerations(database, projections);
  await prepareServedEpoch(database);
  const journal = await openJournal({ log, hubSecret });
  if (runningPort === null) {
    const options = { database, journal, projections: [accessProjection], notifications, logger };
    lifecycle.onClose(runProjections(options).stop);
  }
  const directory = openDirectory({ database, notifications, logger });
  lifecycle.onClose(directory.close);
  return { database, journal, directory, hubSecret, runningPort, close: lifecycle.close };
}

type Server = Pick<HubConnection, 'runningPort'> & { readonly url: string };

async function findServer(settings: HubSettings, logger: Logger, lifecycle: Lifecycle): Promise<Server> {
  const running = await findRunningHub(settings);
  if (running !== null) return running;
  try {
    const held = await holdDatabase({
      databaseUrl: settings.DATABASE_URL,
      dataDir: settings.DATA_DIR,
      role: 'command',
      port: 0,
      logger,
      onLost: () => {},
    });
    lifecycle.onClose(held.release);
    return { url: held.url, runningPort: null };
  } catch (error) {
    // A hub that started in between has the lock now.
    const started = isAlreadyRunning(error) ? await findRunningHub(settings) : null;
    if (started === null) throw error;
    return started;
  }
}

function isAlreadyRunning(error: unknown): boolean {
  return error instanceof OperatorError && error.code === 'already_running';
}
