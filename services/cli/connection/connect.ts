import type { DirectoryKeeper } from '../../../projections/access/directory/directory.ts';
import { openDirectory } from '../../../projections/access/directory/open-directory.ts';
import { prepareServedVersion } from '../../../projections/access/directory/wait-until-served.ts';
import { accessProjection } from '../../../projections/access/projection.ts';
import { parkedDecisions } from '../../../projections/access/queries/parked-decisions.ts';
import { projections } from '../../../projections/registry.ts';
import { createLifecycle, type Lifecycle } from '../../../shared/async/lifecycle.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { type HeldDatabase, holdDatabase } from '../../../shared/identity/hold-database.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { createFailureNotes, type NoteFailure } from '../../../shared/observability/failure-notes.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { requireSessions } from '../../../shared/postgres/hub-database-server.ts';
import { openNotifications } from '../../../shared/postgres/notifications.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { ownerUrlOf } from '../../../shared/postgres/owner-url.ts';
import { openProcessJournal } from '../../../shared/process/open-process-journal.ts';
import { readProcessSecret } from '../../../shared/process/settings/known-secret.ts';
import { prepareGenerations } from '../../../shared/projection/generations/generations.ts';
import { createDamageNotes } from '../../../shared/projection/upkeep/note-damage.ts';
import { runAtLowPriority } from '../../../shared/runtime/thread-priorities.ts';
import type { HubSettings } from '../settings.ts';
import { findRunningHub, type RunningHub } from './find-running-hub.ts';
import { operatorOfSystem } from './operator.ts';
import { requireHub } from './require-hub.ts';

export interface HubConnection
  extends Pick<RunningHub, 'runningPort' | 'consolePort' | 'hasSingleHubProcess'> {
  readonly noteFailure: NoteFailure;
  readonly database: Database;
  readonly journal: Journal;
  readonly directory: DirectoryKeeper;
  readonly hubSecret: Buffer;
  readonly operator: string;
  /** This command's `PUBLIC_URL`, else the hub's; null without both. */
  readonly publicOrigin: string | null;
  /** `HOST`: the only address on which the hub listens. */
  readonly listensAt: string | undefined;
  /** The address of the role that can most likely create a database on the same server. */
  readonly ownerUrl: string;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** For long work: requests and statements of others go first. */
  readonly runsAtLowPriority?: boolean;
  /** Whether the command creates a hub when no hub exists. */
  readonly begins?: boolean;
}

/**
 * If no hub runs, holds the hub lock and starts the embedded server when needed. If no projector
 * runs, also runs the projection `access`.
 */
export async function connect(
  settings: HubSettings,
  logger: Logger,
  options: ConnectOptions = {},
): Promise<HubConnection> {
  const lifecycle = createLifecycle();
  try {
    return await open(settings, logger, lifecycle, options);
  } catch (error) {
    await lifecycle.close();
    throw error;
  }
}

async function open(
  settings: HubSettings,
  logger: Logger,
  lifecycle: Lifecycle,
  { runsAtLowPriority = false, begins = false }: ConnectOptions,
): Promise<HubConnection> {
  const server = await findServer(settings, { logger, lifecycle, begins });
  const { url, runningPort, consolePort, hasProjector, hasSingleHubProcess } = server;
  // The embedded server has started before, so it keeps its priority: a hub may take the server
  // over. Later connections inherit the low priority.
  if (runsAtLowPriority) runAtLowPriority();
  const owner = ownerUrlOf(server, settings);
  if (owner !== null) {
    // Loads the code of all processes.
    const { migrateHub } = await import('../../standalone/schema/migrate-hub.ts');
    await migrateHub(owner);
  }
  const database = openDatabase({
    url,
    name: 'command',
    maxConnections: 4,
    statementTimeoutMs: 60_000,
    // Opening a connection may take over 2 s on a busy machine.
    acquireTimeoutMs: 10_000,
    onDamage: createDamageNotes(logger),
  });
  lifecycle.onClose(database.close);
  const hubSecret = await readProcessSecret(settings, database);
  const notifications = openNotifications(database, logger);
  lifecycle.onClose(notifications.close);
  // A command does not check whether the log was restored.
  const base = { database, databaseDirectory: null, notifications, hubSecret };
  // Also creates missing streams. A starting hub may create them at the same time.
  const journal = await openProcessJournal(base, { settings, retention: null, logger, lifecycle });
  await prepareGenerations(database, projections);
  await prepareServedVersion(database);
  if (!hasProjector) {
    // Loaded only when needed, because loading takes a fifth of the command's CPU time.
    const { runProjections } = await import('../../../shared/projection/run-projections.ts');
    const projected = { projections: [accessProjection], decisions: parkedDecisions };
    lifecycle.onClose(runProjections({ ...projected, database, journal, notifications, logger }).stop);
  }
  const directory = openDirectory({ database, notifications, logger });
  lifecycle.onClose(directory.close);
  const operator = operatorOfSystem();
  return {
    database,
    journal,
    directory,
    hubSecret,
    noteFailure: createFailureNotes({ logger, metrics: null }, []),
    operator,
    ownerUrl: owner ?? url,
    runningPort,
    consolePort,
    publicOrigin: settings.PUBLIC_URL ?? server.publicOrigin,
    listensAt: settings.HOST,
    hasSingleHubProcess,
    close: lifecycle.close,
  };
}

/**
 * The running hub, or the hub that this command holds until the lifecycle ends.
 * @throws as `holdForCommand`; OperatorError `transaction_pooling`
 */
export async function findServer(
  settings: HubSettings,
  { logger, lifecycle, begins }: CommandHoldOptions & { readonly lifecycle: Lifecycle },
): Promise<RunningHub> {
  const running = await findRunningHub(settings);
  if (running !== null) {
    // The hub may have another address than this command.
    if (settings.DATABASE_URL !== undefined) await requireSessions(settings.DATABASE_URL, 'DATABASE_URL');
    return running;
  }
  try {
    const held = await holdForCommand(settings, { logger, begins });
    lifecycle.onClose(held.release);
    const { url, ownerUrl } = held;
    return {
      url,
      ownerUrl,
      runs: false,
      runningPort: null,
      consolePort: null,
      publicOrigin: null,
      hasProjector: false,
      hasSingleHubProcess: false,
    };
  } catch (error) {
    // A hub may have started and taken the lock in between.
    const isTaken = error instanceof OperatorError && error.code === 'already_running';
    const started = isTaken ? await findRunningHub(settings) : null;
    if (started === null) throw error;
    return started;
  }
}

export interface CommandHoldOptions {
  readonly logger: Logger;
  readonly begins?: boolean | undefined;
  /** Whether the command may create a hub and may continue an interrupted restore. */
  readonly restores?: boolean | undefined;
}

/**
 * Holds the database as a hub does, so that no hub can start.
 * @throws OperatorError `already_running`, `restore_interrupted`; `no_hub` without `begins` and
 * `restores` when no hub exists
 */
export async function holdForCommand(
  settings: HubSettings,
  { logger, begins = false, restores = false }: CommandHoldOptions,
): Promise<HeldDatabase> {
  if (!begins && !restores) await requireHub(settings);
  return holdDatabase({
    restores,
    databaseUrl: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    role: 'command',
    port: 0,
    logger,
    onLost: () => {},
  });
}
