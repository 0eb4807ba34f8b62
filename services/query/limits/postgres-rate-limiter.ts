import { Counter, Histogram, type Registry } from 'prom-client';
import {
  type DirectoryKeeper,
  DirectoryUnavailable,
} from '../../../projections/access/directory/directory.ts';
import { batchCalls } from '../../../shared/async/batch-calls.ts';
import type { Lifecycle } from '../../../shared/async/lifecycle.ts';
import { startPeriodicTask } from '../../../shared/async/periodic-task.ts';
import { within } from '../../../shared/async/waiting.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import {
  DatabaseUnavailable,
  isDatabaseUnavailable,
} from '../../../shared/postgres/faults/database-unavailable.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { migrate } from '../../../shared/postgres/schema/migrate.ts';
import type { LimitDecision, RateLimiter } from './rate-limiter.ts';
import { type LimitRequest, readTaken, type TakeRow, takeStatement } from './take-statement.ts';

export function createLimitMetrics(registry: Registry) {
  const statements = new Counter({
    name: 'hub_limit_statements_total',
    help: 'Statements to the store of limits; a statement serves all requests that wait',
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'hub_limit_wait_seconds',
    help: 'Time that a request waited for a check of its limits; a request with a key needs two checks',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  return { statementSent: () => statements.inc(), startWait: () => seconds.startTimer() };
}

export interface PostgresRateLimiterOptions {
  /** For short statements. */
  readonly database: Database;
  /**
   * The limiter answers only after this directory shows the version of `access` that the statement
   * returned.
   */
  readonly directory: Pick<DirectoryKeeper, 'atLeast'>;
  readonly metrics?: ReturnType<typeof createLimitMetrics>;
  /** Replaces the database's clock in tests; integer microseconds. */
  readonly now?: () => number;
}

const gatherMs = 2;
const waitingMax = {
  calls: 2_000,
  error: () => new DatabaseUnavailable('too many requests wait for their limits'),
};
const refreshWithinMs = 250;
const answerWithinMs = 2_500;
const forgetEveryMs = 10_000;
/**
 * A minute longer than the longest window, so that a clock set back by up to a minute loses no
 * count.
 */
const keepMicros = 2 * 60_000_000;

/** Opens its own connections, and deletes old requests regularly. */
export async function openPostgresRateLimiter(options: {
  readonly databaseUrl: string;
  /** For the migration. */
  readonly database: Database;
  readonly directory: Pick<DirectoryKeeper, 'atLeast'>;
  readonly metrics: Registry;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  /** 10 s when not given. */
  readonly forgetEveryMs?: number;
}): Promise<RateLimiter> {
  const { logger, lifecycle } = options;
  await prepareLimits(options.database);
  const database = openDatabase({
    url: options.databaseUrl,
    name: 'limits',
    maxConnections: 2,
    statementTimeoutMs: 2_000,
    acquireTimeoutMs: 1_000,
    // Without this limit, a lost connection would be noticed only after the timeout of TCP.
    abandonAfterMs: answerWithinMs,
  });
  lifecycle.onClose(database.close);
  const forgetting = startPeriodicTask({
    name: 'removal of requests that have left every limit',
    run: () => forgetRequests(database),
    everyMs: options.forgetEveryMs ?? forgetEveryMs,
    logger,
  });
  lifecycle.onClose(forgetting.stop);
  const metrics = createLimitMetrics(options.metrics);
  return createPostgresRateLimiter({ database, directory: options.directory, metrics });
}

/** Several processes may call this at once. */
export async function prepareLimits(database: Database): Promise<void> {
  await migrate(database, 'limits', new URL('./migrations/', import.meta.url));
}

/**
 * Counts the requests of all replicas by the database's clock. Before an answer, this replica's
 * directory shows every earlier change of rights (rules/limits.md#replicas). Needs `prepareLimits`.
 * @throws DatabaseUnavailable or DirectoryUnavailable
 */
export function createPostgresRateLimiter(options: PostgresRateLimiterOptions): RateLimiter {
  const { database, directory, metrics, now } = options;
  const ask = batchCalls(answer, { oneAtATime: true, gatherMs, waitingMax });

  async function answer(requests: readonly LimitRequest[]): Promise<LimitAnswer[]> {
    metrics?.statementSent();
    const row = await inTime(database.one<TakeRow>(takeStatement(requests, now?.() ?? null)));
    const { version } = row;
    if (version === null) throw new DirectoryUnavailable('there is no live directory');
    return readTaken(requests, row).map((decision) => ({ decision, version }));
  }

  async function decide(request: LimitRequest): Promise<LimitDecision> {
    const endWait = metrics?.startWait();
    try {
      const { decision, version } = await ask(request);
      await directory.atLeast(version, refreshWithinMs);
      return decision;
    } finally {
      endWait?.();
    }
  }

  return {
    take: (windows) => decide({ windows, records: true }),
    check: async (window) => {
      const { states } = await decide({ windows: [window], records: false });
      const [state] = states;
      if (state === undefined) throw new Error('a window was not answered');
      return state;
    },
  };
}

interface LimitAnswer {
  readonly decision: LimitDecision;
  readonly version: number;
}

/** @returns the number of deleted rows */
export function forgetRequests(database: Database): Promise<number> {
  return database.run({
    text: `
      delete from hub.limit_request
      where at < floor(extract(epoch from clock_timestamp()) * 1000000)::bigint - $1::bigint`,
    values: [keepMicros],
    name: 'limits-forget',
  });
}

/** A frozen server does not cancel a statement that takes too long. */
async function inTime<Row>(answer: Promise<Row>): Promise<Row> {
  try {
    return await within(answerWithinMs, answer, () => {
      throw new DatabaseUnavailable('the store of limits does not answer');
    });
  } catch (error) {
    // Any other error is a bug, and must reach the log.
    if (!isDatabaseUnavailable(error)) throw error;
    throw new DatabaseUnavailable('the store of limits cannot be reached', { cause: error });
  }
}
