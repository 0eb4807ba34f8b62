import type { Registry } from 'prom-client';
import {
  type DirectoryKeeper,
  DirectoryUnavailable,
} from '../../../projections/access/directory/directory.ts';
import type { Lifecycle } from '../../../shared/lifecycle.ts';
import type { Logger } from '../../../shared/logger.ts';
import { type Database, openDatabase } from '../../../shared/postgres/database.ts';
import { DatabaseUnavailable, isDatabaseUnavailable } from '../../../shared/postgres/database-unavailable.ts';
import { migrate } from '../../../shared/postgres/migrate.ts';
import { startSpacedRuns } from '../../../shared/spaced-runs.ts';
import { createLimitMetrics, type LimitMetrics } from './limit-metrics.ts';
import type { LimitDecision, RateLimiter } from './rate-limiter.ts';
import { shareStatements } from './share-statements.ts';
import { type LimitAsk, readTaken, type TakeRow, takeStatement } from './take-statement.ts';

export interface PostgresRateLimiterOptions {
  /** For short statements; a store that does not answer in time is not there. */
  readonly database: Database;
  /** Brought up to the epoch that the store tells, before an answer is given. */
  readonly directory: Pick<DirectoryKeeper, 'atLeast'>;
  readonly metrics?: LimitMetrics;
  /** Integer microseconds instead of the database's clock, in tests. */
  readonly now?: () => number;
}

const gatherMs = 2;
const waitingMax = 2_000;
const refreshWithinMs = 250;
const answerWithinMs = 2_500;
const forgetEveryMs = 10_000;
/** Beyond the longest window: a step back of the clock by up to a minute loses no count. */
const keepMicros = 2 * 60_000_000;

/** Makes the store's table and function, opens connections of its own to it, and keeps it small. */
export async function openPostgresRateLimiter(options: {
  readonly databaseUrl: string;
  /** For the migration. */
  readonly database: Database;
  readonly directory: DirectoryKeeper;
  readonly metrics: Registry;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
}): Promise<RateLimiter> {
  const { logger, lifecycle } = options;
  await prepareLimits(options.database);
  const database = openDatabase({
    url: options.databaseUrl,
    name: 'limits',
    maxConnections: 2,
    statementTimeoutMs: 2_000,
    acquireTimeoutMs: 1_000,
  });
  lifecycle.onClose(database.close);
  const forgetting = startSpacedRuns({
    work: async () => void (await forgetRequests(database)),
    logger,
    failed: 'cannot forget requests that have left every limit, trying again',
    everyMs: forgetEveryMs,
  });
  lifecycle.onClose(forgetting.close);
  const metrics = createLimitMetrics(options.metrics);
  return createPostgresRateLimiter({ database, directory: options.directory, metrics });
}

/** Safe when raced. */
export async function prepareLimits(database: Database): Promise<void> {
  await migrate(database, 'limits', new URL('./migrations/', import.meta.url));
}

/**
 * The limiter of replicas that share a database: exact over all of them, by the database's clock. What it answers is
 * answered on a directory that shows every change of rights that was in effect when it was asked (decisions.md, Limits).
 * Needs `prepareLimits`. @throws DatabaseUnavailable or DirectoryUnavailable when that cannot be had now
 */
export function createPostgresRateLimiter(options: PostgresRateLimiterOptions): RateLimiter {
  const { database, directory, metrics, now } = options;
  const statements = shareStatements(answer, { gatherMs, waitingMax });

  async function answer(asks: readonly LimitAsk[]): Promise<Answered[]> {
    metrics?.sent();
    const row = await inTime(database.one<TakeRow>(takeStatement(asks, now?.() ?? null)));
    const { epoch } = row;
    if (epoch === null) throw new DirectoryUnavailable('there is no live directory');
    return readTaken(asks, row).map((taken) => ({ taken, epoch }));
  }

  async function ask(question: LimitAsk): Promise<LimitDecision> {
    const answered = metrics?.asked();
    try {
      const { taken, epoch } = await statements.ask(question);
      await directory.atLeast(epoch, refreshWithinMs);
      return taken;
    } finally {
      answered?.();
    }
  }

  return {
    take: (windows) => ask({ windows, records: true }),
    check: async (window) => {
      const { states } = await ask({ windows: [window], records: false });
      const [state] = states;
      if (state === undefined) throw new Error('a window was not answered');
      return state;
    },
  };
}

interface Answered {
  readonly taken: LimitDecision;
  readonly epoch: number;
}

/** Deletes what has left every window. @returns how many rows */
export function forgetRequests(database: Database): Promise<number> {
  return database.run({
    text: `
      delete from hub.limit_request
      where at < floor(extract(epoch from clock_timestamp()) * 1000000)::bigint - $1::bigint`,
    values: [keepMicros],
    name: 'limits-forget',
  });
}

/** A server that is frozen does not even end a statement that takes too long. */
async function inTime<Row>(answer: Promise<Row>): Promise<Row> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new DatabaseUnavailable('the store of limits does not answer')),
    answerWithinMs,
  );
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    // Anything else is a bug, which the log has to tell: it does not pass.
    if (!isDatabaseUnavailable(error)) throw error;
    throw new DatabaseUnavailable('the store of limits cannot be reached', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
