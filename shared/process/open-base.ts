import { readHubSecret } from '../hub-secret.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Logger } from '../logger.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { holdDatabase } from '../postgres/hold-database.ts';
import type { LockRole } from '../postgres/hub-lock.ts';
import { type Notifications, openNotifications } from '../postgres/notifications.ts';

/** What every process of a hub stands on. */
export interface Base {
  readonly databaseUrl: string;
  /** Where the embedded server keeps the data; null for the operator's own server. */
  readonly databaseDirectory: string | null;
  readonly hubSecret: Buffer;
  /** For work that may take its time: migrations, batches of projections, appends. */
  readonly database: Database;
  readonly notifications: Notifications;
  /** Tells other processes where this one listens; for one that was told to take any free port. */
  announce(port: number): Promise<void>;
}

export interface BaseOptions {
  readonly role: LockRole;
  readonly settings: {
    readonly DATA_DIR: string;
    readonly HUB_SECRET?: string | undefined;
    readonly DATABASE_URL?: string | undefined;
  };
  /** Where the process will listen, shown to whoever finds it in the way. */
  readonly port: number;
  readonly maxConnections: number;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly onLost: (error: unknown) => void;
}

/** A batch of a projection, a migration. */
const statementTimeoutMs = 60_000;

/** @throws OperatorError when the database cannot be used, or what runs on it does not go with this process */
export async function openBase(options: BaseOptions): Promise<Base> {
  const { role, settings, logger, lifecycle } = options;
  const hubSecret = await readHubSecret(settings.DATA_DIR, settings.HUB_SECRET);
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
  });
  lifecycle.onClose(database.close);
  const notifications = openNotifications(database, logger);
  lifecycle.onClose(notifications.close);
  return {
    databaseUrl: held.url,
    databaseDirectory: held.directory,
    hubSecret,
    database,
    notifications,
    announce: held.announce,
  };
}
