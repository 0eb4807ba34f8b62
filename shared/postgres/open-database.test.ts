import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import type { Tx } from './database.ts';
import { isDatabaseUnavailable } from './faults/database-unavailable.ts';
import { type DatabaseOptions, openDatabase } from './open-database.ts';
import { openProxy } from './testing/open-proxy.ts';

const one = { text: 'select 1 as one' };

async function open(options: Partial<DatabaseOptions> = {}) {
  const { url } = await freshDatabase();
  const database = openDatabase({
    url,
    name: 'test',
    maxConnections: 1,
    statementTimeoutMs: 5_000,
    ...options,
  });
  onTestFinished(() => database.close());
  return { database, url };
}

test('refuses statements and transactions when too many already wait', async () => {
  const { database } = await open({ waitingMax: 10 });
  await database.run(one);
  const asked = Array.from({ length: 40 }, (_, index) =>
    index % 2 === 0 ? database.run(one) : database.transaction((tx) => tx.run(one)),
  );
  const refused = (await Promise.allSettled(asked)).flatMap((each) =>
    each.status === 'rejected' ? [each.reason] : [],
  );
  expect(refused.length).toBe(30);
  expect(refused.every(isDatabaseUnavailable)).toBe(true);
  expect(await database.run(one)).toBe(1);
});

test('a server that limits transactions ends no long transaction, in the pool and outside it', async () => {
  const { url, database: settings } = await freshDatabase();
  const name = new URL(url).pathname.slice(1);
  // PostgreSQL has the setting since version 17.
  const { version } = await settings.one<{ version: number }>({
    text: `select current_setting('server_version_num')::int as version`,
  });
  if (version < 170_000) return;
  await settings.run({ text: `alter database ${name} set transaction_timeout = '200ms'` });
  const database = openDatabase({ url, name: 'test', maxConnections: 1, statementTimeoutMs: 5_000 });
  onTestFinished(() => database.close());
  const long = { text: 'select pg_sleep(0.4)' };
  await database.transaction(async (tx) => {
    await tx.run(long);
    expect(await tx.run(one)).toBe(1);
  });
  const session = await database.connect();
  await session.query(`begin; ${long.text}; commit`);
  await session.end();
});

test('the server ends an idle transaction, and the pool keeps working', async () => {
  const { database, url } = await open();
  const watcher = openDatabase({ url, name: 'watcher', maxConnections: 1, statementTimeoutMs: 5_000 });
  onTestFinished(() => watcher.close());
  const isThere = async () => {
    const sessions = await watcher.many({
      text: `select from pg_stat_activity
             where datname = current_database() and application_name = 'hub test' and state = 'idle in transaction'`,
    });
    return sessions.length > 0;
  };
  const idle = database.transaction(async (tx) => {
    await tx.run(one);
    expect(await isThere()).toBe(true);
    await expect.poll(isThere, { timeout: 6_000 }).toBe(false);
    await tx.run(one);
  });
  await expect(idle).rejects.toSatisfy(isDatabaseUnavailable);
  expect(await database.run(one)).toBe(1);
});

test('gives up a statement on a frozen server, and works again later', async () => {
  const { url } = await freshDatabase();
  const proxy = await openProxy(new URL(url));
  proxy.open();
  const { database } = await open({ url: proxy.url, abandonAfterMs: 300, acquireTimeoutMs: 300 });
  const { database: patient } = await open({ url: proxy.url });
  // A busy machine may need longer for the first connection.
  await expect.poll(() => database.run(one).catch(() => null), { timeout: 5_000 }).toBe(1);
  await patient.run(one);
  proxy.freeze();
  const once = () => patient.run({ ...one, abandonAfterMs: 300 });
  for (const work of [() => database.run(one), () => database.transaction((tx) => tx.run(one)), once]) {
    const failure = await work().catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure)).toBe(true);
  }
  proxy.shut();
  proxy.open();
  await expect.poll(() => database.run(one).catch(() => null), { timeout: 5_000 }).toBe(1);
});

test.each([
  ['a statement', (tx: Tx) => tx.run(one)],
  ['its commit', async () => {}],
])('gives up a transaction when the answer to %s does not come', async (_, last) => {
  const { url } = await freshDatabase();
  const proxy = await openProxy(new URL(url));
  proxy.open();
  const { database } = await open({ url: proxy.url });
  const startedAt = performance.now();
  const given = database.transaction(
    async (tx) => {
      await tx.run(one);
      proxy.freeze();
      await last(tx);
    },
    { abandonAfterMs: 300 },
  );
  await expect(given).rejects.toSatisfy(isDatabaseUnavailable);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  proxy.shut();
  proxy.open();
  expect(await database.run(one)).toBe(1);
});

test('closes in time when the server is frozen, in the pool and outside it', async () => {
  const { url } = await freshDatabase();
  const proxy = await openProxy(new URL(url));
  onTestFinished(() => proxy.shut());
  proxy.open();
  const database = openDatabase({
    url: proxy.url,
    name: 'test',
    maxConnections: 2,
    statementTimeoutMs: 5_000,
  });
  await Promise.all([database.run(one), database.run(one)]);
  const outside = await database.connect();
  proxy.freeze();
  const waiting = database.run(one).catch((error: unknown) => error);
  await setImmediate();
  const startedAt = performance.now();
  await Promise.all([database.close(), outside.end()]);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(isDatabaseUnavailable(await waiting)).toBe(true);
});

test('returns bigints as numbers, and refuses bigints that a number cannot hold', async () => {
  const { database } = await open();
  const value = (text: string) =>
    database.one<{ value: number }>({ text: `select ${text}::bigint as value` });
  expect(await value(String(Number.MAX_SAFE_INTEGER))).toEqual({ value: Number.MAX_SAFE_INTEGER });
  await expect(value('9007199254740993')).rejects.toThrow('exceeds 2^53');
});

test('disables JIT, whatever the default of the server', async () => {
  const { database } = await open();
  expect(await database.one({ text: 'show jit' })).toEqual({ jit: 'off' });
});

test('reads days as year, month and day, whatever the default of the server', async () => {
  const { database, url } = await open();
  await database.run({
    text: `alter database ${new URL(url).pathname.slice(1)} set datestyle to 'SQL, DMY'`,
  });
  const later = openDatabase({ url, name: 'later', maxConnections: 1, statementTimeoutMs: 5_000 });
  onTestFinished(() => later.close());
  expect(await later.one({ text: `select date '2026-09-14'::text as day` })).toEqual({ day: '2026-09-14' });
});

test('looks up a few rows of a small table by key, whatever the default of the server', async () => {
  const { database } = await open();
  await database.run({
    text: `create table skill as
           select account, skill, 13034431 as xp, 1700000000000 as at, 0 as first_xp
           from generate_series(1, 500) as account, generate_series(1, 25) as skill`,
  });
  await database.run({ text: 'alter table skill add primary key (account, skill)' });
  await database.run({ text: 'analyze skill' });
  const plan = await database.many({
    text: 'explain select * from unnest($1::int[], $2::int[]) as wanted (account, skill) join skill using (account, skill)',
    values: [Array.from({ length: 114 }, (_, index) => index), Array(114).fill(7)],
  });
  expect(JSON.stringify(plan)).toContain('Index Scan using skill_pkey');
});

test('ends a statement that takes too long, and serves the next', async () => {
  const { database } = await open({ statementTimeoutMs: 100 });
  await expect(database.run({ text: 'select pg_sleep(20)' })).rejects.toSatisfy(isDatabaseUnavailable);
  expect(await database.run(one)).toBe(1);
});

test('stops waiting for a connection after the given time, and runs the next statement', async () => {
  const { database } = await open({ acquireTimeoutMs: 150 });
  await database.run(one);
  const busy = database.run({ text: 'select pg_sleep(1)' });
  await expect(database.run(one)).rejects.toSatisfy(isDatabaseUnavailable);
  await busy;
  expect(await database.run(one)).toBe(1);
});

test('survives connections that the server ends', async () => {
  const { database, url } = await open();
  const watcher = openDatabase({ url, name: 'watcher', maxConnections: 1, statementTimeoutMs: 5_000 });
  onTestFinished(() => watcher.close());
  for (let times = 0; times < 3; times += 1) {
    await expect.poll(() => database.run(one).catch(() => null), { timeout: 5_000 }).toBe(1);
    const ended = await watcher.run({
      text: `select pg_terminate_backend(pid)
             from pg_stat_activity
             where application_name = 'hub test' and datname = current_database()`,
    });
    expect(ended).toBe(1);
    // Only the statement that uses the ended connection may fail.
    const failure = await database.run(one).catch((error: unknown) => error);
    expect(failure === 1 || isDatabaseUnavailable(failure)).toBe(true);
    expect(await database.run(one)).toBe(1);
  }
});

test('opens while the database is unavailable, reports that, and works later', async () => {
  const { url } = await freshDatabase();
  const proxy = await openProxy(new URL(url));
  const { database } = await open({ url: proxy.url, acquireTimeoutMs: 500 });
  for (let times = 0; times < 2; times += 1) {
    proxy.shut();
    await expect(database.run(one)).rejects.toSatisfy(isDatabaseUnavailable);
    proxy.open();
    await expect.poll(() => database.run(one).catch(() => null), { timeout: 5_000 }).toBe(1);
  }
});

test('a server that accepts no connection in time is unavailable, in the pool and outside it', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const database = openDatabase({
    url: `postgres://hub@127.0.0.1:${port}/hub`,
    name: 'test',
    maxConnections: 1,
    statementTimeoutMs: 5_000,
    acquireTimeoutMs: 100,
  });
  onTestFinished(() => database.close());
  await expect(database.run(one)).rejects.toSatisfy(isDatabaseUnavailable);
  await expect(database.connect()).rejects.toSatisfy(isDatabaseUnavailable);
});
