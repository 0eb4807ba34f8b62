import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { Registry } from 'prom-client';
import { vi } from 'vitest';
import { openDirectory } from '../../../projections/access/directory/open-directory.ts';
import { accessProjection } from '../../../projections/access/projection.ts';
import { type Given, given } from '../../../projections/access/testing/membership.ts';
import { createReaders } from '../../../projections/access/visibility/readers.ts';
import { openSessionKeys } from '../../../projections/access/visibility/session-keys.ts';
import { accountStateProjection } from '../../../projections/account-state/projection.ts';
import { openStateCopy } from '../../../projections/account-state/queries/state-copy.ts';
import { eventFeedProjection } from '../../../projections/event-feed/projection.ts';
import { createCursors } from '../../../projections/event-feed/queries/cursor.ts';
import { createEventFeedQueries } from '../../../projections/event-feed/queries/event-feed-queries.ts';
import { categories } from '../../../shared/domain/category.ts';
import { dayMs } from '../../../shared/domain/durations.ts';
import type { NewEvent } from '../../../shared/events/event.ts';
import type { Position } from '../../../shared/log/event-log.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { openLiveGenerations } from '../../../shared/projection/live/live-generations.ts';
import type { Projection } from '../../../shared/projection/projection.ts';
import { runProjections } from '../../../shared/projection/run-projections.ts';
import { openTestLog, type TestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { atEnd } from '../../../test/support/at-end.ts';
import { createEventTexts } from '../events/event-texts.ts';
import { queryServerOptions } from '../http/server-options.ts';
import { createMemoryRateLimiter } from '../limits/memory-rate-limiter.ts';
import { type QueryDeps, registerQuery } from '../register-query.ts';
import { createSnapshots } from '../snapshot/snapshots.ts';
import { createStreamLimit } from '../streams/stream-limit.ts';
import { type Answer, type Asking, ask } from './ask.ts';
import { awaitShown } from './await-shown.ts';

export interface TestApi extends TestLog {
  readonly port: number;
  /** The server, for requests without a socket. */
  readonly app: FastifyInstance;
  /** Appends, and resolves when the answers show it. @returns the offsets */
  append(...events: readonly NewEvent[]): Promise<number[]>;
  /** As `append`, for events that have a time in the past. */
  recordPast(...events: readonly TimedEvent[]): Promise<void>;
  /** As `append`, for membership events. */
  govern(...events: readonly Given[]): Promise<void>;
  /** As `append`, for game events. @returns their sequences */
  record(...events: readonly NewEvent[]): Promise<number[]>;
  /** Resolves when the watermarks are past the time of the last append. */
  settled(): Promise<void>;
  /** Makes a key with all categories, for the member or for a service. @returns the key as a client sends it */
  makeKey(number: number, memberId?: string | null, some?: Parameters<typeof given.key>[2]): Promise<string>;
  /** Sends a request below `/api/v1`; every answer is checked against the OpenAPI document. */
  get(path: string, asking?: Asking): Promise<Answer>;
  /** Moves the clock of the rate limits. */
  elapse(ms: number): void;
  /** Stops everything that reads the database in the background. @returns a function that counts the statements since */
  stopRefreshing(): Promise<() => number>;
}

export interface TestApiOptions {
  readonly settleMs?: number;
  readonly metricsToken?: string;
  readonly trustProxyHops?: number;
  readonly isBusy?: () => boolean;
  readonly clock?: () => number;
  readonly logger?: Logger;
  /** The database of the feed's queries, by default the test's. */
  readonly feedUrl?: string;
  /** The projections besides access; routes of others answer 503. */
  readonly projections?: readonly Projection[];
  /** How long a client may take to send a request, and a quarter of how long it may stall; by default the server's own. */
  readonly patienceMs?: number;
  /** Registers other routes on the same server, before the API. */
  readonly alongside?: (app: FastifyInstance) => void;
}

const basePath = '/api/v1';

/** The read API over a real log, real projections and a real socket, in a fresh database. */
export async function openTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const log = await openTestLog('projections');
  const { database, statements } = countStatements(log.database);
  const opened = await openProjections({ ...log, database }, options);
  const { directory, state, running } = opened;

  let elapsed = 0;
  let appendedAt = 0;
  const limiter = createMemoryRateLimiter(() => performance.now() + elapsed);
  const { app, port } = await startServer(
    { logger: log.logger, ...opened, following: database, limiter },
    options,
  );

  async function shown(positions: readonly Position[], events: readonly NewEvent[]): Promise<number[]> {
    const subjects = events.map(({ subject }) => subject);
    appendedAt = Math.max(appendedAt, ...positions.map(({ appendTime }) => appendTime));
    await awaitShown({ database: log.database, directory, state, running }, positions, subjects);
    return positions.map(({ offset }) => offset);
  }

  async function append(...events: readonly NewEvent[]): Promise<number[]> {
    return shown(await log.journal.append(events), events);
  }

  async function govern(...events: readonly Given[]): Promise<void> {
    await append(...events);
  }

  return {
    ...log,
    port,
    app,
    append,
    recordPast: async (...events) => {
      await shown(await log.journal.import(events), events);
    },
    govern,
    record: async (...events) => (await append(...events)).map((offset) => offset + 1),
    settled: async () => {
      await vi.waitUntil(
        () => Math.min(state.lowestWatermark(), directory.current().watermark) > appendedAt,
        { timeout: 15_000, interval: 20 },
      );
    },
    makeKey: async (number, memberId = null, some = {}) => {
      const { text, secret_hash } = keyOf(number);
      await govern(given.key(number, memberId, { categories: [...categories], secret_hash, ...some }));
      return text;
    },
    get: (path, asking) => ask(port, basePath + path, asking),
    elapse: (ms) => {
      elapsed += ms;
    },
    stopRefreshing: async () => {
      await opened.stop();
      const before = statements();
      return () => statements() - before;
    },
  };
}

/** What the API is given beside its data: the options, and values that do for every test. */
function testDefaults(options: TestApiOptions) {
  return {
    clock: options.clock ?? Date.now,
    cursors: createCursors(randomBytes(32)),
    eventTexts: createEventTexts(),
    readers: createReaders(),
    metrics: new Registry(),
    metricsToken: options.metricsToken ?? null,
    trustProxyHops: options.trustProxyHops ?? 0,
    noteKeyUse: () => {},
    loop: { isBusy: options.isBusy ?? (() => false), close: () => {} },
  };
}

type ServerParts = Omit<QueryDeps, keyof ReturnType<typeof testDefaults>>;

async function startServer({ logger, ...parts }: ServerParts, options: TestApiOptions) {
  const app = fastify({ ...queryServerOptions(), ...shortTimeouts(options) });
  options.alongside?.(app);
  registerQuery(app, { ...parts, ...testDefaults(options), logger: options.logger ?? logger });
  await app.listen({ port: 0, host: '127.0.0.1' });
  atEnd(() => app.close());
  return { app, port: (app.server.address() as AddressInfo).port };
}

function keyOf(number: number) {
  const secret = String(number).padStart(43, 's');
  const secret_hash = createHash('sha256').update(secret).digest('base64');
  return { text: `hub_prefix${String(number).padStart(4, '0')}_${secret}`, secret_hash };
}

/** The database, wrapped so that calls to it are counted, and the count. */
function countStatements(database: Database) {
  let calls = 0;
  const counting = new Proxy(database, {
    get: (target, name, receiver) => {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        calls += 1;
        return member.apply(target, args);
      };
    },
  });
  return { database: counting, statements: () => calls };
}

function shortTimeouts({ patienceMs }: TestApiOptions) {
  if (patienceMs === undefined) return {};
  const http = { ...queryServerOptions().http, headersTimeout: patienceMs, connectionsCheckingInterval: 20 };
  return { http, requestTimeout: patienceMs, connectionTimeout: 4 * patienceMs };
}

/** Starts the projections and what reads their tables; resolves when they can answer. */
async function openProjections(log: TestLog, options: TestApiOptions) {
  const { feedUrl, settleMs = 0 } = options;
  const { database } = log;
  const others = options.projections ?? [accountStateProjection, eventFeedProjection];
  const projections = [accessProjection, ...others];
  const projector = runProjections({ ...log, projections });
  atEnd(() => projector.stop());
  const directory = openDirectory(log);
  atEnd(() => directory.close());
  const sessionKeys = openSessionKeys(log);
  atEnd(() => sessionKeys.close());
  const state = openStateCopy(log);
  atEnd(() => state.close());
  const generations = openLiveGenerations(log);
  atEnd(() => generations.close());
  const feedDatabase = feedUrl === undefined ? database : openFeedDatabase(feedUrl);
  const snapshots = createSnapshots(state);
  atEnd(() => snapshots.close());
  await Promise.all([directory.atLeast(0, 10_000), state.ready]);
  return {
    running: projections.map(({ name }) => name),
    directory,
    sessionKeys,
    state,
    snapshots,
    feed: createEventFeedQueries({ database: feedDatabase, generations, settleMs }),
    history: {
      sql: database,
      generations,
      slots: createStreamLimit(),
      xpRawRetentionMs: 365 * dayMs,
      locationRetentionMs: 30 * dayMs,
    },
    stop: async () => {
      await Promise.all([
        directory.close(),
        sessionKeys.close(),
        state.close(),
        generations.close(),
        projector.stop(),
      ]);
    },
  };
}

function openFeedDatabase(url: string): Database {
  const database = openDatabase({ url, name: 'feed', maxConnections: 2, statementTimeoutMs: 5_000 });
  atEnd(() => database.close());
  return database;
}
