import { Registry } from 'prom-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DirectoryUnavailable } from '../../../projections/access/directory/directory.ts';
import { createLifecycle } from '../../../shared/async/lifecycle.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { isDatabaseUnavailable } from '../../../shared/postgres/faults/database-unavailable.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { openProxy } from '../../../shared/postgres/testing/open-proxy.ts';
import { eventually } from '../../../shared/projection/testing/eventually.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import {
  createPostgresRateLimiter,
  forgetRequests,
  openPostgresRateLimiter,
} from './postgres-rate-limiter.ts';
import { rateLimiterContract } from './rate-limiter.contract.ts';
import type { Window } from './rate-limiter.ts';

const minute = 60_000;
const general: Window = { of: 'key', id: 'key', limit: 5, windowMs: minute };
const upToDate = { atLeast: async () => ({}) as never };

async function openStore(): Promise<Database> {
  return (await freshDatabase('hub')).database;
}

describe('the limiter of replicas', () => {
  rateLimiterContract(
    async (now) =>
      createPostgresRateLimiter({
        database: await openStore(),
        directory: upToDate,
        now: () => 1e15 + now() * 1_000,
      }),
    { runs: 150, moments: 40 },
  );
});

test('requests that arrive together share a statement', async () => {
  const database = await openStore();
  let statements = 0;
  const counted: Database = {
    ...database,
    one: (statement) => {
      statements += 1;
      return database.one(statement);
    },
  };
  const limiter = createPostgresRateLimiter({ database: counted, directory: upToDate });
  const taken = await Promise.all(Array.from({ length: 500 }, () => limiter.take([general])));
  expect(taken.filter(({ allowed }) => allowed).length).toBe(5);
  expect(statements).toBeLessThan(5);
});

test('2,000 requests may wait for their limits, and the next request is told that the database is unavailable', async () => {
  const limiter = createPostgresRateLimiter({ database: await openStore(), directory: upToDate });
  const asked = await Promise.allSettled(Array.from({ length: 2_001 }, () => limiter.check(general)));
  const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused.map(isDatabaseUnavailable)).toEqual([true]);
});

test('earlier requests still count after the clock was set back', async () => {
  let now = 1e15;
  const limiter = createPostgresRateLimiter({
    database: await openStore(),
    directory: upToDate,
    now: () => now,
  });
  const takeAll = async () => (await limiter.take([{ ...general, limit: 3 }])).allowed;
  expect([await takeAll(), await takeAll(), await takeAll(), await takeAll()]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  for (const seconds of [1, 30, 28.999]) {
    now -= seconds * 1e6;
    expect(await takeAll(), `${1e15 - now} us earlier`).toBe(false);
  }
  // A full minute before the three allowed requests, so no span of a minute has all four.
  now = 1e15 - 60e6;
  expect(await takeAll()).toBe(true);
});

test('only requests of the last minute count after the clock was set forward', async () => {
  let now = 1e15;
  const limiter = createPostgresRateLimiter({
    database: await openStore(),
    directory: upToDate,
    now: () => now,
  });
  const window = { ...general, limit: 1 };
  expect((await limiter.take([window])).allowed).toBe(true);
  now += 60e6 - 1;
  expect((await limiter.take([window])).allowed).toBe(false);
  now += 1;
  expect((await limiter.take([window])).allowed).toBe(true);
});

test('replicas that are asked at the same time admit at most the limit together', async () => {
  const database = await openStore();
  const replicas = Array.from({ length: 3 }, () =>
    createPostgresRateLimiter({ database, directory: upToDate }),
  );
  const window = { ...general, limit: 100 };
  const taken = await Promise.all(
    Array.from({ length: 600 }, async (_, index) => {
      // Spread over many statements of each replica.
      await new Promise((resolve) => setTimeout(resolve, index / 3));
      return replicas[index % 3]?.take([window]);
    }),
  );
  expect(taken.filter((each) => each?.allowed).length).toBe(100);
});

test('answers only when the directory has reached the version that came with the limits', async () => {
  const database = await openStore();
  await database.run({
    text: "update projection.checkpoint set next_offset = 7 where projection = 'access'",
  });
  const asked: number[] = [];
  const limiter = createPostgresRateLimiter({
    database,
    directory: {
      atLeast: async (version) => {
        asked.push(version);
        throw new DirectoryUnavailable('behind');
      },
    },
  });
  await expect(limiter.check(general)).rejects.toThrow(DirectoryUnavailable);
  expect(asked).toEqual([7]);
});

test('the limiter refuses requests when its database is unavailable, and does not admit everybody', async () => {
  const database = openDatabase({
    url: 'postgres://nobody@127.0.0.1:1/none',
    name: 'limits',
    maxConnections: 1,
    statementTimeoutMs: 1_000,
  });
  const limiter = createPostgresRateLimiter({ database, directory: upToDate });
  const failure = await limiter.take([general]).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failure)).toBe(true);
});

test('replaces connections that stopped answering without being closed', async () => {
  const { url, database } = await freshDatabase('hub');
  const proxy = await openProxy(new URL(url));
  onTestFinished(() => proxy.shut());
  proxy.open();
  const logger = createLogger({ name: 'test', level: 'silent' });
  const lifecycle = createLifecycle();
  onTestFinished(() => lifecycle.close());
  const limiter = await openPostgresRateLimiter({
    databaseUrl: proxy.url,
    database,
    directory: upToDate,
    metrics: new Registry(),
    logger,
    lifecycle,
  });
  expect((await limiter.take([general])).allowed).toBe(true);
  proxy.freezeExistingConnections();
  const answered = () =>
    limiter.take([general]).then(
      () => true,
      () => false,
    );
  expect(await answered()).toBe(false);
  // Each connection that was open costs one answer at most.
  await expect.poll(answered, { timeout: 8_000 }).toBe(true);
});

test('a faulty statement is reported as a bug, not as an unavailable database', async () => {
  const database = await openStore();
  await database.run({ text: 'alter function hub.take_requests rename to gone' });
  const limiter = createPostgresRateLimiter({ database, directory: upToDate });
  const failure = await limiter.take([general]).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(isDatabaseUnavailable(failure)).toBe(false);
});

test('deletes only requests that have left every window', async () => {
  const database = await openStore();
  const limiter = createPostgresRateLimiter({ database, directory: upToDate });
  await limiter.take([general]);
  await addOld(database, 1_000);
  expect(await forgetRequests(database)).toBe(1_000);
  expect((await limiter.check(general)).remaining).toBe(4);
});

test('a request stays for a minute after its window, so that a clock that is set back finds it', async () => {
  const database = await openStore();
  await database.run({
    text: `insert into hub.limit_request (window_id, at, count)
           select seconds::text, extract(epoch from clock_timestamp() - seconds * interval '1 second')::bigint * 1000000, 1
           from unnest(array[59, 61, 100, 140, 600]) as seconds`,
  });
  expect(await forgetRequests(database)).toBe(2);
  const kept = await database.many<{ window_id: string }>({
    text: 'select window_id from hub.limit_request order by at desc',
  });
  expect(kept.map(({ window_id: seconds }) => seconds)).toEqual(['59', '61', '100']);
});

test('an open limiter deletes old requests again and again', async () => {
  const { url: databaseUrl, database } = await freshDatabase('hub');
  const lifecycle = createLifecycle();
  onTestFinished(() => lifecycle.close());
  const logger = createLogger({ name: 'test', level: 'silent' });
  const metrics = new Registry();
  const opening = {
    databaseUrl,
    database,
    directory: upToDate,
    metrics,
    logger,
    lifecycle,
    forgetEveryMs: 50,
  };
  await openPostgresRateLimiter(opening);
  for (let time = 1; time <= 2; time += 1) {
    await addOld(database, 10);
    await eventually(async () => {
      expect(await database.many({ text: 'select at from hub.limit_request' })).toEqual([]);
    });
  }
});

async function addOld(database: Database, count: number): Promise<void> {
  await database.run({
    text: `insert into hub.limit_request (window_id, at, count)
           select 'old', extract(epoch from clock_timestamp() - interval '3 minutes')::bigint * 1000000 + i, 1
           from generate_series(1, $1) as i`,
    values: [count],
  });
}
