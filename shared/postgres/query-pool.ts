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

/** Runs queries whose rows are checked by their zod schemas. */
export interface QueryPool {
  /** All rows. @throws DatabaseUnavailable without a connection within 2 s, without an answer in time, or when too many wait */
  many<Row>(query: QuerySqlToken<z.ZodType<Row>>): Promise<readonly Row[]>;
  close(): Promise<void>;
}

export interface QueryPoolOptions {
  readonly url: string;
  /** Shown in pg_stat_activity: the role of this pool. */
  readonly name: string;
  readonly maxConnections: number;
  /** The defaults are those of decisions.md, HTTP. */
  readonly acquireTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
}

/** The answer of a server that is frozen does not come at all, its own statement timeout neither. */
const graceMs = 1_000;
/** Queries that may wait for a connection, for each connection. */
const waitingPerConnection = 64;

/**
 * A slonik pool that opens with its first query and again after a failure: slonik connects when it is made, and the
 * query service must start, and answer 503, while its database is away.
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
        // Nobody waits any more: the connection goes to the next.
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
      // What comes after the deadline has no reader.
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
  connectionTimeout: number,
  statementTimeout: number,
): Promise<DatabasePool> {
  const uri = new URL(url);
  uri.searchParams.set('application_name', `hub ${name}`);
  return createPool(uri.href, {
    maxPoolSize: maxConnections,
    connectionTimeout,
    connectionRetryLimit: 1,
    statementTimeout,
    queryRetryLimit: 0,
    // The default, 5 s, reconnects between the polls of a quiet hub.
    idleTimeout: 'DISABLE_TIMEOUT',
    // The default is DISCARD ALL on each release: a round trip, and nobody sets session state here.
    resetConnection: async () => {},
    typeParsers: [{ name: 'int8', parse: safeInteger }],
    interceptors: [checkedRows],
  });
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`a bigint from the database exceeds 2^53: ${text}`);
  return value;
}

const checkedRows: Interceptor = {
  name: 'checked-rows',
  transformRow: ({ resultParser }, _query, row) => {
    const checked = resultParser?.['~standard'].validate(row);
    if (checked === undefined || checked instanceof Promise)
      throw new Error('a query has no schema for its rows');
    if (checked.issues === undefined) return checked.value as typeof row;
    // Only where and what: values do not belong in an error that may be logged.
    const issues = checked.issues.map(
      ({ path, message }) => `${(path ?? []).map(String).join('.')}: ${message}`,
    );
    throw new Error(`a row does not fit its schema: ${issues.join('; ')}`);
  },
};

/** A table of a projection's generation; `schema` as `GenerationTx` and `LiveGenerations` give it, quoted. */
export function generationTable(schema: string, table: string): IdentifierSqlToken {
  return sql.identifier([schema.replaceAll('"', ''), table]);
}
