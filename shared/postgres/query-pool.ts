import {
  createPool,
  type DatabasePool,
  type IdentifierSqlToken,
  type Interceptor,
  type QuerySqlToken,
  sql,
} from 'slonik';
import type { z } from 'zod';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { createSlonikDriver } from './slonik-driver.ts';

/** Runs queries whose rows are checked by their zod schemas. */
export interface QueryPool {
  /** All rows. @throws DatabaseUnavailable without a connection or an answer in time, or when too many queries wait */
  many<Row>(query: QuerySqlToken<z.ZodType<Row>>): Promise<readonly Row[]>;
  close(): Promise<void>;
}

export interface QueryPoolOptions {
  readonly url: string;
  /** The role of this pool, shown in pg_stat_activity. */
  readonly name: string;
  readonly maxConnections: number;
  /** The defaults are those of decisions.md, HTTP. */
  readonly acquireTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
}

/** Added to the statement timeout for the wait on this side, because a frozen server does not enforce its own timeout. */
const graceMs = 1_000;
/** How many queries may wait for a connection, per connection. */
const waitingPerConnection = 64;

/**
 * A slonik pool that connects at its first query, and again after a failure. slonik itself connects when the pool is made,
 * but the query service must be able to start, and to answer 503, without its database.
 */
export function openQueryPool(options: QueryPoolOptions): QueryPool {
  const { acquireTimeoutMs = 2_000, statementTimeoutMs = 5_000 } = options;
  const waitingMax = waitingPerConnection * options.maxConnections;
  let opened: Promise<DatabasePool> | undefined;
  let waiting = 0;

  function open(): Promise<DatabasePool> {
    opened ??= createTunedPool(options, acquireTimeoutMs, statementTimeoutMs).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  function startWaiting(): () => void {
    waiting += 1;
    let waits = true;
    return () => {
      if (waits) waiting -= 1;
      waits = false;
    };
  }

  async function run<Row>(query: QuerySqlToken<z.ZodType<Row>>): Promise<readonly Row[]> {
    if (waiting >= waitingMax)
      throw new DatabaseUnavailable('too many queries wait for a database connection');
    const deadline = createDeadline();
    const stopWaiting = startWaiting();
    deadline.set(acquireTimeoutMs, 'no database connection in time');
    const answer = open().then((pool) =>
      pool.connect(async (connection) => {
        stopWaiting();
        // The caller no longer waits, so the connection goes to the next query.
        if (deadline.passed()) return [];
        deadline.set(statementTimeoutMs + graceMs, 'no answer from the database in time');
        return connection.any(query);
      }),
    );
    try {
      return await Promise.race([answer, deadline.failure]);
    } finally {
      deadline.clear();
      stopWaiting();
      // After the deadline nobody handles a rejection any more.
      answer.catch(() => {});
    }
  }

  return {
    many: run,
    close: async () => {
      const pool = await opened?.catch(() => undefined);
      await pool?.end();
    },
  };
}

function createDeadline() {
  const { promise: failure, reject } = Promise.withResolvers<never>();
  failure.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  let passed = false;
  return {
    failure,
    passed: () => passed,
    set: (ms: number, message: string) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        passed = true;
        reject(new DatabaseUnavailable(message));
      }, ms);
    },
    clear: () => clearTimeout(timer),
  };
}

function createTunedPool(
  { url, name, maxConnections }: QueryPoolOptions,
  connectionTimeoutMillis: number,
  statementTimeoutMs: number,
): Promise<DatabasePool> {
  return createPool(url, {
    driverFactory: createSlonikDriver({
      connectionString: url,
      application_name: `hub ${name}`,
      connectionTimeoutMillis,
      statement_timeout: statementTimeoutMs,
      keepAlive: true,
    }),
    maxPoolSize: maxConnections,
    connectionRetryLimit: 1,
    queryRetryLimit: 0,
    // With the default of 5 s a quiet hub would reconnect between polls.
    idleTimeout: 'DISABLE_TIMEOUT',
    // The default runs DISCARD ALL at each release: a round trip for nothing, since no session state is set here.
    resetConnection: async () => {},
    interceptors: [checkedRows],
  });
}

const checkedRows: Interceptor = {
  name: 'checked-rows',
  transformRow: ({ resultParser }, _query, row) => {
    const checked = resultParser?.['~standard'].validate(row);
    if (checked === undefined || checked instanceof Promise)
      throw new Error('a query has no schema for its rows');
    if (checked.issues === undefined) return checked.value as typeof row;
    // The path and the problem only: the error may be logged, and the values must not be.
    const issues = checked.issues.map(
      ({ path, message }) => `${(path ?? []).map(String).join('.')}: ${message}`,
    );
    throw new Error(`a row does not fit its schema: ${issues.join('; ')}`);
  },
};

/** A table of a projection's generation; `schema` is quoted, as `GenerationTx` and `LiveGenerations` give it. */
export function generationTable(schema: string, table: string): IdentifierSqlToken {
  return sql.identifier([schema.replaceAll('"', ''), table]);
}
