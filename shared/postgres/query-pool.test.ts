import { sql } from 'slonik';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { openQueryPool, type QueryPoolOptions } from './query-pool.ts';
import { openDoor } from './testing/open-door.ts';

const one = sql.type(z.object({ one: z.int() }))`select 1 as one`;

async function openPool(options: Partial<QueryPoolOptions> = {}) {
  const { url, database } = await freshDatabase();
  const pool = openQueryPool({ url, name: 'test', maxConnections: 1, ...options });
  onTestFinished(() => pool.close());
  return { pool, database, url };
}

/** What a query fails with, and whether that is for the moment. */
async function failureOf(query: Promise<unknown>) {
  const error = await query.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { passing: isDatabaseUnavailable(error), message: error instanceof Error ? error.message : null };
}

test('checks rows by their schema, without telling their values', async () => {
  const { pool } = await openPool();
  expect(await pool.many(one)).toEqual([{ one: 1 }]);
  const wrong = sql.type(z.object({ name: z.int() }))`select 'Quillon' as name`;
  const failure = await failureOf(pool.many(wrong));
  expect(failure).toMatchObject({ passing: false, message: expect.stringContaining('name: ') });
  expect(failure.message).not.toContain('Quillon');
});

test('gives bigints as numbers, and none that a number cannot hold', async () => {
  const { pool } = await openPool();
  const value = (text: string) => sql.type(z.object({ value: z.int() }))`select ${text}::bigint as value`;
  expect(await pool.many(value(String(Number.MAX_SAFE_INTEGER)))).toEqual([
    { value: Number.MAX_SAFE_INTEGER },
  ]);
  expect(await failureOf(pool.many(value('9007199254740993')))).toMatchObject({ passing: false });
});

test('ends a statement that takes too long, and serves the next', async () => {
  const { pool } = await openPool({ statementTimeoutMs: 100 });
  const slow = sql.type(z.object({ done: z.unknown() }))`select pg_sleep(20)::text as done`;
  expect(await failureOf(pool.many(slow))).toMatchObject({ passing: true });
  expect(await pool.many(one)).toEqual([{ one: 1 }]);
});

test('waits for a connection no longer than it is told, and serves the next', async () => {
  const { pool } = await openPool({ acquireTimeoutMs: 150 });
  await pool.many(one);
  const busy = pool.many(sql.type(z.object({ done: z.unknown() }))`select pg_sleep(1)::text as done`);
  expect(await failureOf(pool.many(one))).toEqual({
    passing: true,
    message: 'no database connection in time',
  });
  await busy;
  expect(await pool.many(one)).toEqual([{ one: 1 }]);
});

test('lets no more wait than can be served in time', async () => {
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
    // At most the query that meets the end of its connection.
    const next = await failureOf(pool.many(one));
    expect(next.passing || next.message === null).toBe(true);
    expect(await pool.many(one)).toEqual([{ one: 1 }]);
  }
});

test('opens while the database is away, says so, and works when it is there', async () => {
  const { url } = await freshDatabase();
  const door = await openDoor(new URL(url));
  const pool = openQueryPool({ url: door.url, name: 'test', maxConnections: 2, acquireTimeoutMs: 500 });
  onTestFinished(() => pool.close());
  for (let times = 0; times < 2; times += 1) {
    door.shut();
    expect(await failureOf(pool.many(one))).toMatchObject({ passing: true });
    door.open();
    await expect.poll(() => pool.many(one).catch(() => null), { timeout: 5_000 }).toEqual([{ one: 1 }]);
  }
});
