import { sql } from 'slonik';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { openQueryPool, type QueryPoolOptions } from './query-pool.ts';
import { openProxy } from './testing/open-proxy.ts';

const one = sql.type(z.object({ one: z.int() }))`select 1 as one`;

async function openPool(options: Partial<QueryPoolOptions> = {}) {
  const { url, database } = await freshDatabase();
  const pool = openQueryPool({ url, name: 'test', maxConnections: 1, ...options });
  onTestFinished(() => pool.close());
  return { pool, database, url };
}

/** The message of a query's failure, and whether it counts as temporary. */
async function failureOf(query: Promise<unknown>) {
  const error = await query.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { temporary: isDatabaseUnavailable(error), message: error instanceof Error ? error.message : null };
}

test('checks rows by their schema, without values in the error', async () => {
  const { pool } = await openPool();
  expect(await pool.many(one)).toEqual([{ one: 1 }]);
  const wrong = sql.type(z.object({ name: z.int() }))`select 'Quillon' as name`;
  const failure = await failureOf(pool.many(wrong));
  expect(failure).toMatchObject({ temporary: false, message: expect.stringContaining('name: ') });
  expect(failure.message).not.toContain('Quillon');
});

test('gives bigints as numbers, and fails for one that a number cannot hold', async () => {
  const { pool } = await openPool();
  const value = (text: string) => sql.type(z.object({ value: z.int() }))`select ${text}::bigint as value`;
  expect(await pool.many(value(String(Number.MAX_SAFE_INTEGER)))).toEqual([
    { value: Number.MAX_SAFE_INTEGER },
  ]);
  expect(await failureOf(pool.many(value('9007199254740993')))).toMatchObject({ temporary: false });
});

test('ends a statement that takes too long, and serves the next', async () => {
  const { pool } = await openPool({ statementTimeoutMs: 100 });
  const slow = sql.type(z.object({ done: z.unknown() }))`select pg_sleep(20)::text as done`;
  expect(await failureOf(pool.many(slow))).toMatchObject({ temporary: true });
  expect(await pool.many(one)).toEqual([{ one: 1 }]);
});

test('waits for a connection no longer than its timeout, and serves the next query', async () => {
  const { pool } = await openPool({ acquireTimeoutMs: 150 });
  await pool.many(one);
  const busy = pool.many(sql.type(z.object({ done: z.unknown() }))`select pg_sleep(1)::text as done`);
  expect(await failureOf(pool.many(one))).toEqual({
    temporary: true,
    message: 'no database connection in time',
  });
  await busy;
  expect(await pool.many(one)).toEqual([{ one: 1 }]);
});

test('refuses queries when too many already wait', async () => {
  const { pool } = await openPool();
  await pool.many(one);
  const burst = await Promise.allSettled(Array.from({ length: 200 }, () => pool.many(one)));
  const refused = burst.flatMap((query) => (query.status === 'rejected' ? [query.reason] : []));
  expect(refused.length).toBe(200 - 64);
  expect(refused.every(isDatabaseUnavailable)).toBe(true);
  expect(await pool.many(one)).toEqual([{ one: 1 }]);
});

test('outlives connections that the server ends', async () => {
  const { pool, database } = await openPool();
  for (let times = 0; times < 3; times += 1) {
    await expect.poll(() => pool.many(one).catch(() => null), { timeout: 5_000 }).toEqual([{ one: 1 }]);
    const ended = await database.run({
      text: `select pg_terminate_backend(pid)
             from pg_stat_activity
             where application_name = 'hub test' and datname = current_database()`,
    });
    expect(ended).toBe(1);
    // At most one query fails: the one that finds its connection ended.
    const next = await failureOf(pool.many(one));
    expect(next.temporary || next.message === null).toBe(true);
    expect(await pool.many(one)).toEqual([{ one: 1 }]);
  }
});

test('can be opened while the database is unavailable, and works once it is available', async () => {
  const { url } = await freshDatabase();
  const proxy = await openProxy(new URL(url));
  const pool = openQueryPool({ url: proxy.url, name: 'test', maxConnections: 2, acquireTimeoutMs: 500 });
  onTestFinished(() => pool.close());
  for (let times = 0; times < 2; times += 1) {
    proxy.shut();
    expect(await failureOf(pool.many(one))).toMatchObject({ temporary: true });
    proxy.open();
    await expect.poll(() => pool.many(one).catch(() => null), { timeout: 5_000 }).toEqual([{ one: 1 }]);
  }
});
