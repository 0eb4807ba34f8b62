import type { Lifecycle } from '../async/lifecycle.ts';
import { holdDatabase } from '../identity/hold-database.ts';
import type { LockRole } from '../identity/hub-lock.ts';
import { type DatabaseCopyWatch, watchDatabaseCopy } from '../identity/watch-database-copy.ts';
import type { Logger } from '../observability/logger.ts';
import type { Database } from '../postgres/database.ts';
import { type Notifications, openNotifications } from '../postgres/notifications.ts';
import { openDatabase } from '../postgres/open-database.ts';
import type { DatabaseRole } from '../postgres/schema/roles.ts';
import {
  durabilityFault,
  fullPageWritesHint,
  startingConnectionsFault,
} from '../postgres/server/server-faults.ts';
import { readServerState } from '../postgres/server/server-state.ts';
import { createDamageNotes } from '../projection/upkeep/note-damage.ts';
import { connectionNeedOf } from './connection-needs.ts';
import { readProcessSecret } from './settings/known-secret.ts';

/** The parts that every process of a hub needs. */
export interface ProcessBase {
  readonly databaseUrl: string;
  urlOf(role: DatabaseRole): string;
  /** The address of the embedded server for its owner; null for the operator's own server. */
  readonly ownerUrl: string | null;
  /** The data folder of the embedded server; null for the operator's own server. */
  readonly databaseDirectory: string | null;
  readonly hubSecret: Buffer;
  /** For slow statements: migrations, batches of projections, appends. */
  readonly database: Database;
  readonly notifications: Notifications;
  /** Checks that the database is still the copy that this process opened. */
  readonly copyWatch: DatabaseCopyWatch;
  /**
   * Shows the port of this process to other processes, for a port setting of 0 (any free port).
   * @returns the name of the session that holds the hub lock
   */
  announce(port: number): Promise<string>;
}

export interface ProcessBaseOptions {
  readonly role: LockRole;
  readonly settings: {
    readonly DATA_DIR: string;
    readonly HUB_SECRET?: string | undefined;
    readonly DATABASE_URL?: string | undefined;
    readonly DATABASE_OWNER_URL?: string | undefined;
  };
  /**
   * The port of this process. When this process keeps another process out, the other's error has
   * this port.
   */
  readonly port: number;
  readonly maxConnections: number;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly onLost: (error: unknown) => void;
}

/** Enough for a batch of a projection, and for a migration. */
const statementTimeoutMs = 60_000;
/** The embedded server has no standby to fail over to. */
const checkEmbeddedEveryMs = 10_000;

/**
 * @throws OperatorError when the database cannot be used, or is used by a process that excludes
 * this process
 */
export async function openProcessBase(options: ProcessBaseOptions): Promise<ProcessBase> {
  const { role, settings, logger, lifecycle } = options;
  const held = await holdDatabase({
    ...options,
    databaseUrl: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
  });
  lifecycle.onClose(held.release);
  const database = openDatabase({
    url: held.url,
    name: role,
    maxConnections: options.maxConnections,
    statementTimeoutMs,
    onDamage: createDamageNotes(logger),
  });
  lifecycle.onClose(database.close);
  if (settings.DATABASE_URL !== undefined && settings.DATABASE_OWNER_URL === undefined) {
    await logOwningRole(database, logger);
  }
  await warnOfServer(database, role, logger);
  const hubSecret = await readProcessSecret(settings, database);
  // The watch of the database starts before this process reads tables into memory.
  const everyMs = held.directory === null ? undefined : checkEmbeddedEveryMs;
  const copyWatch = await watchDatabaseCopy({
    database,
    logger,
    lifecycle,
    onMoved: options.onLost,
    everyMs,
  });
  const notifications = openNotifications(database, logger);
  lifecycle.onClose(notifications.close);
  return {
    databaseUrl: held.url,
    urlOf: held.urlOf,
    ownerUrl: held.ownerUrl,
    databaseDirectory: held.directory,
    hubSecret,
    database,
    notifications,
    copyWatch,
    announce: held.announce,
  };
}

/** Logs when the role may create tables: a hijacked process could do anything to the tables. */
async function logOwningRole(database: Database, logger: Logger): Promise<void> {
  const { owns } = await database.one<{ owns: boolean }>({
    text: `select coalesce(
             (select has_schema_privilege(oid, 'create') from pg_namespace where nspname = 'hub'),
             has_database_privilege(current_database(), 'create')
           ) as owns`,
  });
  if (!owns) return;
  logger.info(
    'the database role of DATABASE_URL owns the tables and does everything: hub migrate with DATABASE_OWNER_URL creates a role for each process',
  );
}

/** The session that holds the hub lock is open already. */
const openSessions = 1;

/**
 * Warns when the server may lose confirmed data, or has fewer free connections than this process
 * may need.
 */
async function warnOfServer(database: Database, role: LockRole, logger: Logger): Promise<void> {
  const state = await readServerState(database);
  const need = connectionNeedOf(role) - openSessions;
  for (const fault of [durabilityFault(state), startingConnectionsFault(state, need)]) {
    if (fault !== null) logger.warn({ fix: fault.fix }, `${fault.what}: ${fault.why}`);
  }
  const hint = fullPageWritesHint(state);
  if (hint !== null) logger.info(hint);
}
