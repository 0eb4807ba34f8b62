import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { Registry } from 'prom-client';
import { vi } from 'vitest';
import { openFreePairingCode } from '../../../projections/access/commands/devices/open-pairing-code.ts';
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
import { servedAtOnceMs } from '../../../projections/event-feed/testing/open-test-feed.ts';
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
import type { IngestDeps } from '../../ingest/ingest-deps.ts';
import type { Plugin } from '../../ingest/plugin-adapter.ts';
import { openIngestApp } from '../../ingest/testing/open-test-ingest.ts';
import { createEventTexts } from '../events/event-json-cache.ts';
import { queryServerOptions } from '../http/server-options.ts';
import { createItemCatalogue } from '../items/item-catalogue.ts';
import { createKeptAnswers } from '../kept-answers.ts';
import { createMemoryRateLimiter } from '../limits/memory-rate-limiter.ts';
import { type QueryDeps, registerQuery } from '../register-query.ts';
import { createSnapshots } from '../snapshot/snapshots.ts';
import { createStatementTurns } from '../streams/statement-turns.ts';
import { createStreamLimit } from '../streams/stream-limit.ts';
import { type Answer, type Asking, ask } from './ask.ts';
import { awaitShown, keepAwake } from './await-shown.ts';
import { historyGuild, historyProjections, now } from './history-guild.ts';

// biome-ignore lint/suspicious/noExplicitAny: a schema has checked the bodies
type Data = any;

export interface TestApi extends TestLog {
  readonly port: number;
  /** The server, for requests without a socket. */
  readonly app: FastifyInstance;
  /** Appends, and resolves when the answers show it. @returns the offsets */
  append(...events: readonly NewEvent[]): Promise<number[]>;
  /** Does the same as `append`, with times in the past. */
  recordPast(...events: readonly TimedEvent[]): Promise<void>;
  appendMembership(...events: readonly Given[]): Promise<void>;
  /** Does the same as `append`. @returns the sequences of game events */
  record(...events: readonly NewEvent[]): Promise<number[]>;
  /** Resolves when the watermarks are past the time of the last append. */
  settled(): Promise<void>;
  /**
   * With all categories; without a member a service key.
   * @param number must differ for each key of a test
   * @returns the key as a client sends it
   */
  makeKey(number: number, memberId?: string | null, some?: Parameters<typeof given.key>[2]): Promise<string>;
  /** The key number 1. Without `history`, the test must create it with `makeKey(1)`. */
  readonly key: string;
  /** Below `/api/v1`. Checks the answer against the OpenAPI document. */
  get(path: string, asking?: Asking): Promise<Answer>;
  /** @throws when the status is not 200 */
  data(path: string, key?: string): Promise<Data>;
  /** The status and the body. */
  text(path: string, key?: string): Promise<readonly [number, string]>;
  /** The parameters that the error names. @throws when the status is not 400 */
  faults(path: string, key?: string): Promise<string[]>;
  openIngest(deps?: Partial<IngestDeps>, plugins?: readonly Plugin[]): FastifyInstance;
  makeCode(memberId: string): Promise<string>;
  advanceLimitClock(ms: number): void;
  /** Stops all background reads. @returns a function that counts the statements since */
  stopRefreshing(): Promise<() => number>;
}

export interface TestApiOptions {
  /** Without it, events are served at once. */
  readonly settleMs?: number;
  readonly metricsToken?: string;
  readonly trustProxyHops?: number;
  readonly isBusy?: () => boolean;
  readonly clock?: () => number;
  readonly logger?: Logger;
  /** For the queries of the feed; by default the database of the test. */
  readonly feedUrl?: string;
  /** Next to `access`. Routes that read other projections answer 503. */
  readonly projections?: readonly Projection[];
  /** With `historyGuild` and `historyProjections`. The clock shows `now` of `history-guild.ts`. */
  readonly history?: readonly TimedEvent[];
  /**
   * Time for a client to send a request. A client that reads nothing is disconnected after four
   * times as long.
   */
  readonly patienceMs?: number;
  /** Registers other routes on the same server, before the API. */
  readonly alongside?: (app: FastifyInstance) => void;
}

const basePath = '/api/v1';

/** Over a real log, real projections and a real socket. */
export async function openTestApi({ history, ...given }: TestApiOptions = {}): Promise<TestApi> {
  if (history === undefined) return openApi(given);
  const api = await openApi({ clock: () => now, projections: historyProjections, ...given });
  await api.appendMembership(...historyGuild);
  if (history.length > 0) await api.recordPast(...history);
  await api.makeKey(1);
  return api;
}

async function openApi(options: TestApiOptions): Promise<TestApi> {
  const log = await openTestLog('hub');
  const { database, statements } = countStatements(log.database);
  const opened = await openProjections({ ...log, database }, options);
  const { directory, state, running } = opened;

  let elapsed = 0;
  let appendedAt = 0;
  const limiter = createMemoryRateLimiter(() => elapsed);
  const { app, port } = await startServer(
    { logger: log.logger, ...opened, followerPool: database, limiter },
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

  async function appendMembership(...events: readonly Given[]): Promise<void> {
    await append(...events);
  }

  const hub = { ...log, directory, hubSecret: randomBytes(32) };
  const get = (path: string, asking?: Asking) => ask(port, basePath + path, asking);
  return {
    ...log,
    port,
    app,
    append,
    recordPast: async (...events) => {
      await shown(await log.journal.import(events), events);
    },
    appendMembership,
    record: async (...events) => (await append(...events)).map((offset) => offset + 1),
    settled: async () => {
      await vi.waitUntil(
        async () => {
          await keepAwake(state);
          return Math.min(state.lowestWatermark(), directory.current().watermark) > appendedAt;
        },
        { timeout: 15_000, interval: 20 },
      );
    },
    makeKey: async (number, memberId = null, some = {}) => {
      const { text, secret_hash } = keyOf(number);
      await appendMembership(
        given.key(number, memberId, { categories: [...categories], secret_hash, ...some }),
      );
      return text;
    },
    ...readersOf(get),
    openIngest: (deps, plugins) => openIngestApp(hub, deps, plugins),
    makeCode: async (memberId) => (await openFreePairingCode(hub, memberId, 'cli')).code,
    advanceLimitClock: (ms) => {
      elapsed += ms;
    },
    stopRefreshing: async () => {
      await opened.stop();
      const before = statements();
      return () => statements() - before;
    },
  };
}

function readersOf(get: TestApi['get']): Pick<TestApi, 'key' | 'get' | 'data' | 'text' | 'faults'> {
  const { text: key } = keyOf(1);
  async function answer(status: number, path: string, given = key): Promise<Answer> {
    const found = await get(path, { key: given });
    if (found.status !== status) throw new Error(`${path} was answered ${found.status}: ${found.text}`);
    return found;
  }
  return {
    key,
    get,
    data: async (path, other) => (await answer(200, path, other)).body.data,
    text: async (path, other = key) => {
      const { status, text } = await get(path, { key: other });
      return [status, text];
    },
    faults: async (path, other) => {
      const { body } = await answer(400, path, other);
      return body.error.details.map(({ path: name }: { path: string }) => name);
    },
  };
}

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
  const services = { ...testDefaults(options), ...parts };
  registerQuery(app, { ...services, logger: options.logger ?? logger });
  await app.listen({ port: 0, host: '127.0.0.1' });
  atEnd(() => app.close());
  return { app, port: (app.server.address() as AddressInfo).port };
}

function keyOf(number: number) {
  const secret = String(number).padStart(43, 's');
  const secret_hash = createHash('sha256').update(secret).digest('base64');
  return { text: `hub_prefix${String(number).padStart(4, '0')}_${secret}`, secret_hash };
}

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

async function openProjections(log: TestLog, options: TestApiOptions) {
  const { feedUrl, settleMs = servedAtOnceMs } = options;
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
  const statementTurns = createStatementTurns();
  atEnd(() => snapshots.close());
  await Promise.all([directory.atLeast(0, 10_000), state.ready]);
  return {
    running: projections.map(({ name }) => name),
    directory,
    sessionKeys,
    state,
    snapshots,
    statementTurns,
    keptAnswers: createKeptAnswers(),
    items: createItemCatalogue(database, state),
    feed: createEventFeedQueries({
      database: statementTurns.limited(feedDatabase),
      generations,
      settleMs,
    }),
    history: {
      sql: statementTurns.limited(database),
      generations,
      streamLimit: statementTurns.paced(createStreamLimit()),
      xpRawRetentionMs: 365 * dayMs,
      locationRetentionMs: 30 * dayMs,
      tileRetentionMs: 7 * dayMs,
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
