import pg from 'pg';
import type { z } from 'zod';
import { isDiskFull } from '../disk-full.ts';
import { copyIn } from './copy-in.ts';
import { isDamage } from './damage.ts';
import { DatabaseUnavailable, isAbandoned } from './database-unavailable.ts';
import { PostgresClient } from './postgres-client.ts';

export interface Statement<Row extends object = never> {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Prepared once per connection under this name; for the most frequent statements. */
  readonly name?: string;
  /** As `DatabaseOptions.abandonAfterMs`, for this statement alone. */
  readonly abandonAfterMs?: number;
  /** What each of its rows is, checked by a pool with `checkRows`. */
  readonly rows?: z.ZodType<Row>;
}

/** Runs statements, on a pool, a connection or a transaction. */
export interface Sql {
  /** All rows, as the caller's type. */
  many<Row extends object>(statement: Statement<Row>): Promise<Row[]>;
  /** The only row. @throws when there is not exactly one */
  one<Row extends object>(statement: Statement<Row>): Promise<Row>;
  /** The row, or null. @throws when there are several */
  maybeOne<Row extends object>(statement: Statement<Row>): Promise<Row | null>;
  /** Runs the statement. @returns the number of rows that it affected */
  run(statement: Statement): Promise<number>;
}

/** A transaction in progress. */
export interface Tx extends Sql {
  /** Runs `copy … from stdin` with bytes of the form that `text` names. */
  copyIn(text: string, bytes: Buffer): Promise<void>;
}

export interface Database extends Sql {
  /** Runs `work` in a transaction, rolled back when it throws. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /**
   * Opens a connection outside the pool, for LISTEN and for session locks. The caller closes it; if `prepare` fails, it is
   * closed here.
   */
  connect(prepare?: (fresh: pg.Client) => Promise<unknown>): Promise<PostgresClient>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  readonly isolation?: 'repeatable read';
  readonly readOnly?: boolean;
  /** The same as `DatabaseOptions.abandonAfterMs`, for each statement of the transaction, its begin and its commit. */
  readonly abandonAfterMs?: number;
}

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
  /** Told of each error of damaged files (`isDamage`), with the pool to look into it. Must not throw. */
  readonly onDamage?: (sql: Sql, error: unknown) => void;
  /** Told of each error of a full disk (`isDiskFull`), also where whoever ran the statement tries again. Must not throw. */
  readonly onDiskFull?: (error: unknown) => void;
}

/**
 * How the server plans and writes days, whatever its defaults are. Statements are short, so that compiling one costs more than it saves. Rows
 * are looked up by their keys, which are in memory or on flash: at the default costs of a turning disk all 12,500 rows of a
 * guild of 500 were read for a hundred of them, in 4.3 ms instead of 0.8.
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
/** A rollback takes a millisecond. One that is not answered would keep a connection for as long as TCP waits. */
const rollbackWithinMs = 5_000;
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
    if (isDamage(error)) options.onDamage?.(sql, error);
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

async function runTransaction<Result>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<Result>,
  { isolation, readOnly, abandonAfterMs, ...watch }: TransactionOptions & StatementWatch,
): Promise<Result> {
  const run = sqlOver(client, { ...watch, abandonAfterMs });
  let broken: Error | undefined;
  try {
    await run.run({
      text: `begin${isolation ? ` isolation level ${isolation}` : ''}${readOnly ? ' read only' : ''}`,
    });
    const result = await work({
      ...run,
      copyIn: (text, bytes) =>
        copyIn(client, text, bytes).catch((error: unknown) => {
          watch.onError?.(error);
          throw error;
        }),
    });
    await run.run({ text: 'commit' });
    return result;
  } catch (error) {
    broken = isAbandoned(error) ? (error as Error) : await failureOfRollback(client);
    throw error;
  } finally {
    // A broken connection does not go back to the pool.
    client.release(broken);
  }
}

async function failureOfRollback(client: pg.PoolClient): Promise<Error | undefined> {
  const rollback = { text: 'rollback', abandonAfterMs: rollbackWithinMs };
  return sqlOver(client)
    .run(rollback)
    .then(
      () => undefined,
      (failure: Error) => failure,
    );
}

async function openConnection(
  session: pg.ClientConfig,
  timeoutMs: number,
  prepare?: (fresh: pg.Client) => Promise<unknown>,
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

interface Queryable {
  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

/** What is done beside each statement. */
interface StatementWatch {
  readonly checkRows?: boolean;
  /** Called before the error is thrown. */
  readonly onError?: (error: unknown) => void;
  /** For statements that do not say otherwise. */
  readonly abandonAfterMs?: number | undefined;
}

type Answer<Row extends object> = Pick<pg.QueryResult<Row>, 'rows' | 'rowCount'>;

/** Makes an `Sql` of anything in pg that can run queries. */
export function sqlOver(
  queryable: Queryable,
  { checkRows = false, onError, ...watch }: StatementWatch = {},
): Sql {
  async function query<Row extends object>(statement: Statement<Row>): Promise<Answer<Row>> {
    const { text, values, name, abandonAfterMs = watch.abandonAfterMs } = statement;
    const config: pg.QueryConfig & { query_timeout?: number } = { text };
    if (values !== undefined) config.values = [...values];
    if (name !== undefined) config.name = name;
    if (abandonAfterMs !== undefined) config.query_timeout = abandonAfterMs;
    const result = await queryable.query<Row>(config).catch((error: unknown) => {
      onError?.(error);
      throw error;
    });
    const { rows, rowCount } = result;
    // pg keeps the result object longer than V8's young generation lasts. With its rows a long answer grew the heap by 10 MB
    // a second until the next full collection.
    result.rows = [];
    if (checkRows && statement.rows !== undefined)
      for (const row of rows) requireFitting(statement.rows, row);
    return { rows, rowCount };
  }

  return {
    many: async <Row extends object>(statement: Statement<Row>) => (await query<Row>(statement)).rows,
    one: async <Row extends object>(statement: Statement<Row>) => {
      const { rows } = await query<Row>(statement);
      const [row] = rows;
      if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`);
      return row;
    },
    maybeOne: async <Row extends object>(statement: Statement<Row>) => {
      const { rows } = await query<Row>(statement);
      if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}`);
      return rows[0] ?? null;
    },
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  };
}

function requireFitting(schema: z.ZodType, row: object): void {
  const { error } = schema.safeParse(row);
  if (error === undefined) return;
  // Only where and what: values do not belong in an error that may be logged.
  const issues = error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
  throw new Error(`a row does not fit its schema: ${issues.join('; ')}`);
}
