import pg from 'pg';
import { isDiskFull } from '../errors/disk-full.ts';
import type { Database, Sql } from './database.ts';
import { isDamageError } from './faults/damage-error.ts';
import { DatabaseUnavailable } from './faults/database-unavailable.ts';
import { PostgresClient } from './postgres-client.ts';
import { runTransaction } from './run-transaction.ts';
import { sqlOver } from './sql-over.ts';

export interface DatabaseOptions {
  readonly url: string;
  /** The role of this pool, shown in pg_stat_activity. */
  readonly name: string;
  readonly maxConnections: number;
  readonly statementTimeoutMs: number;
  /** How long a statement waits for a free connection; one outside the pool may take 5 s at least. */
  readonly acquireTimeoutMs?: number;
  /** How many statements may wait for a connection; further ones are refused. */
  readonly waitingMax?: number;
  /**
   * Gives up a statement after this long and drops its connection, because a frozen server does not enforce its own
   * timeout. A transaction that raises the server's timeout has to say a longer time of its own.
   */
  readonly abandonAfterMs?: number;
  /** Checks rows by the schemas of their statements, as tests do. */
  readonly checkRows?: boolean;
  /** Told of each error of damaged files (`isDamageError`), with the pool to look into it. Must not throw. */
  readonly onDamage?: (sql: Sql, error: unknown) => void;
  /** Told of each error of a full disk (`isDiskFull`), also where whoever ran the statement tries again. Must not throw. */
  readonly onDiskFull?: (error: unknown) => void;
}

/**
 * How the server plans and writes days, whatever its defaults are. Statements are short, so that compiling one costs more
 * than it saves. Rows are looked up by their keys, which are in memory or on flash: at the default costs of a turning disk all
 * 12,500 rows of a guild of 500 were read for a hundred of them, in 4.3 ms instead of 0.8. A day is found by its text.
 */
const ownDefaults = '-c jit=off -c random_page_cost=1.1 -c datestyle=iso';
/** How long a statement of a request may take (decisions.md, HTTP). */
export const requestStatementTimeoutMs = 5_000;
const acquireTimeoutDefaultMs = 2_000;
/** Statements that may wait, per connection; at 10 ms a statement they are served within 0.6 s. */
const waitingPerConnection = 64;
const connectTimeoutMs = 5_000;
/** A process frozen inside a transaction holds its locks no longer than this. */
const idleInTransactionTimeoutMs = 2_000;
const lockTimeoutMs = 3_000;
/** Statements that are still being run by then are cut off, by `close`. A process has 10 s for its whole stop. */
const closeWithinMs = 3_000;

/**
 * Makes a pool of connections; the first is opened for the first statement. Statements are refused with DatabaseUnavailable
 * when too many wait.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { checkRows = false, acquireTimeoutMs = acquireTimeoutDefaultMs } = options;
  const session = {
    connectionString: options.url,
    application_name: `hub ${options.name}`,
    options: ownDefaults,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    keepAlive: true,
  };
  const pool = new pg.Pool({
    ...session,
    Client: PostgresClient,
    max: options.maxConnections,
    connectionTimeoutMillis: acquireTimeoutMs,
    // Longer than a minute, or work that is done each minute would open a connection each time.
    idleTimeoutMillis: 90_000,
    ...(options.abandonAfterMs !== undefined && { query_timeout: options.abandonAfterMs }),
  });
  const sessions = new Set<pg.PoolClient>();
  pool.on('connect', (session) => sessions.add(session));
  pool.on('remove', (session) => sessions.delete(session));
  const waitingMax = options.waitingMax ?? waitingPerConnection * options.maxConnections;
  // A server that stops ends idle connections. The pool replaces them, so there is nothing to do.
  pool.on('error', () => {});

  function requireRoom(): void {
    if (pool.waitingCount < waitingMax) return;
    throw new DatabaseUnavailable('too many statements wait for a database connection');
  }

  const sql = sqlOver(
    {
      query: async (config) => {
        requireRoom();
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
      requireRoom();
      return runTransaction(await pool.connect(), work, { ...transactionOptions, checkRows, onError });
    },
    connect: (prepare) => openConnection(session, Math.max(connectTimeoutMs, acquireTimeoutMs), prepare),
    close: () => closePool(pool, sessions),
  };
}

/** Waits for the statements that are being run, but not for a server that is frozen, or that vanished. */
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
  const client = new PostgresClient({
    ...session,
    connectionTimeoutMillis: timeoutMs,
    idle_in_transaction_session_timeout: 0,
  });
  try {
    await client.connect();
    await prepare?.(client);
    return client;
  } catch (error) {
    // Not awaited: a server that is frozen never closes its side.
    void client.end().catch(() => {});
    throw error;
  }
}
