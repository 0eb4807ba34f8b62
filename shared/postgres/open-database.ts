import pg from 'pg';
import { isDiskFull } from '../errors/disk-full.ts';
import type { Database, Sql } from './database.ts';
import { isDamageError } from './faults/damage-error.ts';
import { DatabaseUnavailable } from './faults/database-unavailable.ts';
import { PostgresClient } from './postgres-client.ts';
import { runTransaction } from './run-transaction.ts';
import { createSql } from './sql-of-client.ts';

export interface DatabaseOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly maxConnections: number;
  readonly statementTimeoutMs: number;
  /**
   * How long a statement waits for a free connection. The opening of a connection outside the pool
   * may take this time, or 5 s if that is longer.
   */
  readonly acquireTimeoutMs?: number;
  /** How many statements may wait for a connection. Further statements are refused. */
  readonly waitingMax?: number;
  /**
   * Drops the connection of a slower statement: a frozen server does not enforce its own timeout. A
   * transaction that raises the timeout of the server must also raise this time.
   */
  readonly abandonAfterMs?: number;
  /** Checks rows by `Statement.rows`, as tests do. */
  readonly checkRows?: boolean;
  /** For errors about damaged files, with the pool to find the page. Must not throw. */
  readonly onDamage?: (sql: Sql, error: unknown) => void;
  /** For errors of a full disk, also when the caller tries again. Must not throw. */
  readonly onDiskFull?: (error: unknown) => void;
}

/**
 * JIT costs more than it saves for short statements. Rows are in memory or on flash, so a random
 * read costs little. Days are read as text, so their format is fixed. A server may end idle
 * sessions.
 */
const sessionSettings = '-c jit=off -c random_page_cost=1.1 -c datestyle=iso -c idle_session_timeout=0';
/**
 * For sessions that wait: the server keeps them while they are idle, and ends them within 20 s when
 * this machine vanishes. As a statement, because poolers may leave out settings of the connection.
 */
const standingSettings = `set idle_session_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
  set tcp_user_timeout = 20000`;
/**
 * For every session: a copy or a build takes minutes in one transaction. PostgreSQL has the setting
 * since version 17, and refuses an unknown setting of the connection.
 */
const noTransactionTimeout = `select set_config('transaction_timeout', '0', false)
  where current_setting('transaction_timeout', true) <> '0'`;
/** Shorter than the time after which networks forget an idle connection. */
const keepAliveAfterMs = 30_000;
/** How long a statement of a request may take (rules/http.md#unavailable). */
export const requestStatementTimeoutMs = 5_000;
const acquireTimeoutDefaultMs = 2_000;
/** Per connection; few enough to be served within a second. */
const waitingPerConnection = 64;
const connectTimeoutMs = 5_000;
/** A process that freezes inside a transaction holds its locks for at most this time. */
const idleInTransactionTimeoutMs = 2_000;
const lockTimeoutMs = 3_000;
/** `close` cuts off statements that run longer. */
const closeWithinMs = 3_000;

/** Statements beyond `waitingMax` are refused with DatabaseUnavailable. */
export function openDatabase(options: DatabaseOptions): Database {
  const { checkRows = false, acquireTimeoutMs = acquireTimeoutDefaultMs } = options;
  const session = {
    connectionString: options.url,
    application_name: `hub ${options.name}`,
    options: sessionSettings,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
  };
  // Bounded, because `closePool` does not know the connection yet.
  const prepared: pg.QueryConfig & { readonly query_timeout: number } = {
    text: noTransactionTimeout,
    query_timeout: acquireTimeoutMs,
  };
  const pool = new pg.Pool({
    ...session,
    Client: PostgresClient,
    max: options.maxConnections,
    connectionTimeoutMillis: acquireTimeoutMs,
    // More than a minute, so that work of each minute does not open a connection each time.
    idleTimeoutMillis: 90_000,
    onConnect: (fresh) => fresh.query(prepared),
    ...(options.abandonAfterMs !== undefined && { query_timeout: options.abandonAfterMs }),
  });
  const sessions = new Set<pg.PoolClient>();
  pool.on('connect', (session) => sessions.add(session));
  pool.on('remove', (session) => sessions.delete(session));
  const waitingMax = options.waitingMax ?? waitingPerConnection * options.maxConnections;
  // A server that stops ends idle connections. The pool replaces them.
  pool.on('error', () => {});

  function requireCapacity(): void {
    if (pool.waitingCount < waitingMax) return;
    throw new DatabaseUnavailable('too many statements wait for a database connection');
  }

  const sql = createSql(
    {
      query: async (config) => {
        requireCapacity();
        return pool.query(config);
      },
    },
    { checkRows, onError },
  );

  function onError(error: unknown): void {
    if (isDamageError(error)) options.onDamage?.(sql, error);
    if (isDiskFull(error)) options.onDiskFull?.(error);
  }

  return {
    ...sql,
    transaction: async (work, transactionOptions) => {
      requireCapacity();
      return runTransaction(await pool.connect(), work, { ...transactionOptions, checkRows, onError });
    },
    connect: (prepare) => openConnection(session, Math.max(connectTimeoutMs, acquireTimeoutMs), prepare),
    close: () => closePool(pool, sessions),
  };
}

/** Waits for running statements, but not for a server that is frozen or vanished. */
async function closePool(pool: pg.Pool, sessions: ReadonlySet<pg.PoolClient>): Promise<void> {
  const cut = setTimeout(() => {
    for (const session of sessions) void (session as pg.PoolClient & pg.Client).end();
  }, closeWithinMs);
  try {
    await pool.end();
  } finally {
    clearTimeout(cut);
  }
}

async function openConnection(
  session: pg.ClientConfig,
  timeoutMs: number,
  prepare?: (fresh: PostgresClient) => Promise<unknown>,
): Promise<PostgresClient> {
  const client = new PostgresClient({ ...session, connectionTimeoutMillis: timeoutMs });
  try {
    await client.connect();
    await client.query(`${standingSettings}; ${noTransactionTimeout}`);
    await prepare?.(client);
    return client;
  } catch (error) {
    // Not awaited: a frozen server never closes its side.
    void client.end().catch(() => {});
    throw error;
  }
}
