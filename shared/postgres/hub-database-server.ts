import { OperatorError } from '../errors/errors.ts';
import type { Logger } from '../observability/logger.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { connectionFailure, type DatabaseSetting } from './faults/connection-failure.ts';
import { PostgresClient } from './postgres-client.ts';
import { type DatabaseRole, roleUrl } from './schema/roles.ts';
import { requireOwnSessions } from './server/own-sessions.ts';
import { readOnlyFault } from './server/server-faults.ts';
import { readServerState, type ServerState } from './server/server-state.ts';
import { createSql } from './sql-of-client.ts';

/** The operator's own server, or the embedded server. */
export interface HubServer {
  /** For the operator's own server always DATABASE_URL. */
  urlOf(role: DatabaseRole): string;
  /** For the owner of the embedded server; null for the operator's own server. */
  readonly ownerUrl: string | null;
  /** Null for the operator's own server. */
  readonly directory: string | null;
  /** Stops the embedded server. The operator's own server keeps running. */
  stop(): Promise<void>;
  /** Leaves the embedded server running for another process. */
  leave(): Promise<void>;
}

export interface HubServerOptions {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly logger: Logger;
  readonly onLost: (error: unknown) => void;
}

/** PostgreSQL 15 (operations.md), as `server_version_num`. */
const oldestVersion = 150_000;
const withinMs = 5_000;

/** @throws OperatorError when the server cannot be reached, is too old, or cannot be started */
export async function openHubServer(options: HubServerOptions): Promise<HubServer> {
  const { databaseUrl, dataDir, logger, onLost } = options;
  // `options` may have other fields, like `maxConnections`, that are not for the server.
  if (databaseUrl === undefined) {
    const { url, ...server } = await startEmbeddedPostgres({ dataDir, logger, onLost });
    return { ...server, ownerUrl: url, urlOf: (role) => roleUrl(role, url) };
  }
  await requireServer(databaseUrl, 'DATABASE_URL');
  const nothing = async () => {};
  return { urlOf: () => databaseUrl, ownerUrl: null, directory: null, stop: nothing, leave: nothing };
}

/**
 * @throws OperatorError when the server cannot be reached, is too old, takes no writes, or is a
 * pooler in transaction mode
 */
export async function requireServer(url: string, setting: DatabaseSetting): Promise<void> {
  await withSessions(url, setting, async (sessions) => {
    requireUsable(await readServerState(createSql(sessions[0])), setting);
    await requireOwnSessions(sessions, setting);
  });
}

/** @throws OperatorError when the server cannot be reached, or is a pooler in transaction mode */
export async function requireSessions(url: string, setting: DatabaseSetting): Promise<void> {
  await withSessions(url, setting, (sessions) => requireOwnSessions(sessions, setting));
}

async function withSessions(
  url: string,
  setting: DatabaseSetting,
  work: (sessions: readonly [PostgresClient, PostgresClient]) => Promise<void>,
): Promise<void> {
  const options = { connectionString: url, connectionTimeoutMillis: withinMs, query_timeout: withinMs };
  const opened: PostgresClient[] = [];
  const open = async () => {
    const session = new PostgresClient(options);
    opened.push(session);
    await session.connect();
    return session;
  };
  try {
    await work([await open(), await open()]);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw connectionFailure(url, setting, error);
  } finally {
    await Promise.all(opened.map((session) => session.end().catch(() => {})));
  }
}

function requireUsable(state: ServerState, setting: DatabaseSetting): void {
  if (state.version < oldestVersion) {
    throw new OperatorError('database_too_old', `the database of ${setting} is older than PostgreSQL 15`);
  }
  const fault = readOnlyFault(state);
  if (fault !== null) throw new OperatorError(fault.code, fault.what, { fix: fault.fix });
}
