import pg from 'pg';
import { DatabaseUnavailable } from './database-unavailable.ts';

/** int8 as a number: every bigint that the hub stores fits 2^53 (offsets, epoch ms, gp). */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return (text: string) => safeInteger(text);
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`a bigint from the database exceeds 2^53: ${text}`);
  return value;
}

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Prepared once per connection under this name; for the hottest statements. */
  readonly name?: string;
  /** As of a pool that gives up, for one statement. */
  readonly abandonAfterMs?: number;
}

/** Runs statements: a pool, a connection or a transaction. */
export interface Sql {
  /** All rows, as the caller's type. */
  many<Row extends object>(statement: Statement): Promise<Row[]>;
  /** The only row. @throws when there is not exactly one */
  one<Row extends object>(statement: Statement): Promise<Row>;
  /** The row, or null. @throws when there are several */
  maybeOne<Row extends object>(statement: Statement): Promise<Row | null>;
  /** Runs it; the number of rows it touched. */
  run(statement: Statement): Promise<number>;
}

/** A transaction in progress. */
export interface Tx extends Sql {}

export interface Database extends Sql {
  /** Runs `work` in a transaction, rolled back when it throws. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /**
   * A connection outside the pool, for LISTEN and for session locks; the caller ends it. One that `prepare` fails on is
   * ended here.
   */
  connect(prepare?: (fresh: pg.Client) => Promise<unknown>): Promise<pg.Client>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  readonly isolation?: 'repeatable read';
  readonly readOnly?: boolean;
}

export interface DatabaseOptions {
  readonly url: string;
  /** Shown in pg_stat_activity: the role of this pool. */
  readonly name: string;
  readonly maxConnections: number;
  readonly statementTimeoutMs: number;
  /** Statements wait for a free connection at most this long. */
  readonly acquireTimeoutMs?: number;
  /** Statements that may wait for one; the next are refused. */
  readonly waitingMax?: number;
  /**
   * Gives up a statement after this long and drops its connection: a server that is frozen keeps no timeout of its own.
   * Not for pools whose transactions lift the server's.
   */
  readonly abandonAfterMs?: number;
}

const acquireTimeoutDefaultMs = 2_000;
/** For each connection: at 10 ms a statement they are served within 0.6 s. */
const waitingPerConnection = 64;
const connectTimeoutMs = 5_000;
/** A process frozen inside a transaction holds its locks no longer than this. */
const idleInTransactionTimeoutMs = 2_000;
const lockTimeoutMs = 3_000;

/** A pool of connections; none is opened before the first statement. Throws DatabaseUnavailable when too many wait. */
export function openDatabase(options: DatabaseOptions): Database {
  const session = {
    connectionString: options.url,
    application_name: `hub ${options.name}`,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    keepAlive: true,
    types,
  };
  const pool = new pg.Pool({
    ...session,
    max: options.maxConnections,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? acquireTimeoutDefaultMs,
    idleTimeoutMillis: 60_000,
    ...(options.abandonAfterMs !== undefined && { query_timeout: options.abandonAfterMs }),
  });
  const waitingMax = options.waitingMax ?? waitingPerConnection * options.maxConnections;
  // A server that goes away kills idle connections; the pool replaces them, nothing is lost.
  pool.on('error', () => {});

  function requireRoom(): void {
    if (pool.waitingCount < waitingMax) return;
    throw new DatabaseUnavailable('too many statements wait for a database connection');
  }

  const queryable: Queryable = {
    query: async (config) => {
      requireRoom();
      return pool.query(config);
    },
  };

  async function transaction<Result>(
    work: (tx: Tx) => Promise<Result>,
    { isolation, readOnly }: TransactionOptions = {},
  ): Promise<Result> {
    requireRoom();
    const client = await pool.connect();
    // A checked-out client has no listener of its own: a killed session would end the process.
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await client.query(
        `begin${isolation ? ` isolation level ${isolation}` : ''}${readOnly ? ' read only' : ''}`,
      );
      const result = await work(sqlOver(client));
      await client.query('commit');
      return result;
    } catch (error) {
      // A connection whose rollback fails is not given back.
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  async function connect(prepare?: (fresh: pg.Client) => Promise<unknown>): Promise<pg.Client> {
    const client = new pg.Client({
      ...session,
      connectionTimeoutMillis: connectTimeoutMs,
      idle_in_transaction_session_timeout: 0,
    });
    await client.connect();
    try {
      await prepare?.(client);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  return { ...sqlOver(queryable), transaction, connect, close: () => pool.end() };
}

interface Queryable {
  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

type Answer<Row extends object> = Pick<pg.QueryResult<Row>, 'rows' | 'rowCount'>;

/** The statements of `Sql` over anything of pg that can query. */
export function sqlOver(queryable: Queryable): Sql {
  async function query<Row extends object>(statement: Statement): Promise<Answer<Row>> {
    const { text, values, name, abandonAfterMs } = statement;
    const config: pg.QueryConfig & { query_timeout?: number } = { text };
    if (values !== undefined) config.values = [...values];
    if (name !== undefined) config.name = name;
    if (abandonAfterMs !== undefined) config.query_timeout = abandonAfterMs;
    const result = await queryable.query<Row>(config);
    const { rows, rowCount } = result;
    // What pg keeps of a statement outlives V8's small collections: with its rows, a long answer grew the heap by 10 MB a
    // second, until the next full one.
    result.rows = [];
    return { rows, rowCount };
  }

  return {
    many: async <Row extends object>(statement: Statement) => (await query<Row>(statement)).rows,
    one: async <Row extends object>(statement: Statement) => {
      const { rows } = await query<Row>(statement);
      const [row] = rows;
      if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`);
      return row;
    },
    maybeOne: async <Row extends object>(statement: Statement) => {
      const { rows } = await query<Row>(statement);
      if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}`);
      return rows[0] ?? null;
    },
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  };
}
