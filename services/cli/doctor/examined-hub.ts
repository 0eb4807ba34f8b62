import type { Directory } from '../../../projections/access/directory/directory.ts';
import { readDirectory } from '../../../projections/access/directory/read-directory.ts';
import { createLifecycle, type Lifecycle } from '../../../shared/async/lifecycle.ts';
import { unlessAborted, within } from '../../../shared/async/waiting.ts';
import { LogUnavailable, OperatorError } from '../../../shared/errors/errors.ts';
import type { EventLog } from '../../../shared/log/event-log.ts';
import { logSilentError, openLogReadOnly } from '../../../shared/log/open-event-log.ts';
import { createLogger, type Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { openNotifications } from '../../../shared/postgres/notifications.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { ownerUrlOf } from '../../../shared/postgres/owner-url.ts';
import { requireReleased } from '../../../shared/postgres/schema/migrate.ts';
import { type KafkaAddress, kafkaAddress } from '../../../shared/settings/kafka-settings.ts';
import { findServer } from '../connection/connect.ts';
import type { RunningHub } from '../connection/find-running-hub.ts';
import { requireHub } from '../connection/require-hub.ts';
import { type DoctorSettings, readDoctorSettings } from '../settings.ts';
import { describeFailure } from '../terminal/report-failure.ts';

/** A part that cannot be opened throws `NotOpened`. */
export interface ExaminedHub {
  settings(): DoctorSettings;
  server(): ExaminedServer;
  /** Connected with the role of DATABASE_URL. */
  database(): Database;
  /** Read once for all checks; null without a live generation. */
  directory(): Promise<Directory | null>;
  /**
   * Connected as the owner of the tables, who can see more of the server. Without an address of the
   * owner, this is the connection of `database`.
   */
  ownerDatabase(): Database;
  /** Opened without creating or changing anything. */
  log(): EventLog;
  /** This machine's clock, epoch ms. */
  now(): number;
}

export interface ExaminedServer extends RunningHub {
  /** The folder of the embedded server's data; null for the operator's own server. */
  readonly directory: string | null;
}

export class NotOpened extends Error {
  override readonly name = 'NotOpened';
  readonly part: HubPart;
  readonly code: string;
  /** The command that fixes the error; null when no fix is known, or the message names the fix. */
  readonly fix: string | null;

  constructor(part: HubPart, cause: unknown) {
    const { code, message, fix } = describeFailure(cause);
    super(message, { cause });
    this.part = part;
    this.code = code;
    this.fix = fix;
  }
}

/** Null when the part cannot be opened, which the check of the part reports. */
export function ifOpened<Part>(open: () => Part): Part | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof NotOpened) return null;
    throw error;
  }
}

/** Named after the check that reports the problem. */
export type HubPart = 'settings' | 'database' | 'log';
type Opened<Value> = { readonly value: Value } | { readonly failure: NotOpened };

const openServerWithinMs = 25_000;
const openLogWithinMs = 15_000;
const statementTimeoutMs = 5_000;
const tooSlow = 'too_slow';
export const tooFewConnections = 'too_few_connections';

/**
 * Starts a stopped embedded server, which then runs until `close`. Stops waiting for a part after a
 * time limit, or when the signal aborts. Does not throw when a part cannot be opened: its method
 * throws then.
 */
export async function openExaminedHub(
  signal?: AbortSignal,
): Promise<ExaminedHub & { close(): Promise<void> }> {
  const lifecycle = createLifecycle();
  const logger = createLogger({ name: 'hub', level: 'silent' });
  const settings = await attempt('settings', async () => readDoctorSettings());
  const server = await attempt('database', () =>
    unlessAborted(
      signal,
      inTime(openServerWithinMs, 'the database', openServer(required(settings), logger, lifecycle)),
    ),
  );
  const log = await attempt('log', () =>
    unlessAborted(
      signal,
      inTime(openLogWithinMs, 'the log', openLog(required(settings), required(server), logger, lifecycle)),
    ).catch((error: unknown) => explainSilence(kafkaAddress(required(settings)), error)),
  );
  let directory: Promise<Directory | null> | undefined;
  return {
    settings: () => required(settings),
    server: () => required(server).found,
    database: () => required(server).database,
    directory: () => {
      directory ??= readDirectory(required(server).database, null).then((copy) => copy?.directory ?? null);
      return directory;
    },
    ownerDatabase: () => required(server).ownerDatabase,
    log: () => required(log),
    now: Date.now,
    close: lifecycle.close,
  };
}

async function attempt<Value>(part: HubPart, open: () => Promise<Value>): Promise<Opened<Value>> {
  try {
    return { value: await open() };
  } catch (error) {
    if (error instanceof NotOpened) return { failure: error };
    const failure = new NotOpened(part, error);
    // The log and the database share the connections of the server.
    return { failure: failure.code === tooFewConnections ? new NotOpened('database', error) : failure };
  }
}

function required<Value>(part: Opened<Value>): Value {
  if ('failure' in part) throw part.failure;
  return part.value;
}

function inTime<Value>(ms: number, what: string, opening: Promise<Value>): Promise<Value> {
  return within(ms, opening, () => {
    throw new OperatorError(tooSlow, `${what} did not answer within ${ms / 1_000} s`);
  });
}

async function explainSilence(kafka: KafkaAddress | null, error: unknown): Promise<never> {
  const isSilent =
    error instanceof LogUnavailable || (error instanceof OperatorError && error.code === tooSlow);
  throw kafka !== null && isSilent ? await logSilentError(kafka, error) : error;
}

async function openServer(settings: DoctorSettings, logger: Logger, lifecycle: Lifecycle) {
  const directory = await requireHub(settings);
  const running = await findServer(settings, { logger, lifecycle });
  const ownerUrl = ownerUrlOf(running, settings);
  const open = (url: string) => {
    const database = openDatabase({ url, name: 'command', maxConnections: 4, statementTimeoutMs });
    lifecycle.onClose(database.close);
    return database;
  };
  const database = open(running.url);
  await requireReleased(database);
  const found: ExaminedServer = { ...running, directory };
  return { found, database, ownerDatabase: ownerUrl === null ? database : open(ownerUrl) };
}

async function openLog(
  settings: DoctorSettings,
  { database, found }: Awaited<ReturnType<typeof openServer>>,
  logger: Logger,
  lifecycle: Lifecycle,
): Promise<EventLog> {
  const notifications = openNotifications(database, logger);
  lifecycle.onClose(notifications.close);
  const log = await openLogReadOnly({
    kafka: kafkaAddress(settings),
    database,
    notifications,
    logger,
    databaseDirectory: found.directory,
  });
  lifecycle.onClose(log.close);
  return log;
}
