import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { endLockSessions, waitingForLocks } from '../../test/support/postgres/locks.ts';
import { createLogger } from '../observability/logger.ts';
import type { Database } from '../postgres/database.ts';
import { lockNumbers } from '../postgres/lock-numbers.ts';
import { findLockSessions } from '../postgres/locks/session-lock.ts';
import { openDatabase } from '../postgres/open-database.ts';
import type { PostgresClient } from '../postgres/postgres-client.ts';
import { openProxy } from '../postgres/testing/open-proxy.ts';
import { findHubLockHolder, findHubLockHolders, type HubLockOptions, takeHubLock } from './hub-lock.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

async function take(database: Database, options: Partial<HubLockOptions> = {}) {
  const lock = await takeHubLock(database, {
    role: 'hub',
    port: 3_000,
    waitForCommandMs: 0,
    logger,
    onLost: () => {},
    ...options,
  });
  if (lock.kind === 'held') onTestFinished(() => lock.release());
  return lock;
}

/** Ends the session of the holder, as a restart of the server does. */
async function cutHolder(database: Database): Promise<void> {
  expect(await endLockSessions(database, lockNumbers.hub)).toBe(1);
}

/** The server's processes that hold the lock. */
async function lockPids(database: Database): Promise<number[]> {
  const sessions = await findLockSessions(database, lockNumbers.hub);
  return sessions.map(({ pid }) => pid);
}

test('tells the second process who holds the lock', async () => {
  const { database } = await freshDatabase();
  expect((await take(database, { port: 3_210 })).kind).toBe('held');
  const second = await take(database);
  expect(second).toMatchObject({ kind: 'busy', holder: { role: 'hub', pid: process.pid, port: 3_210 } });
});

test('leaves no session behind when it cannot tell who holds the lock', async () => {
  const { database } = await freshDatabase();
  await take(database);
  const many = () => Promise.reject(new Error('too many connections'));
  await expect(take({ ...database, many })).rejects.toThrow('too many connections');
  const sessions = () =>
    database.one<{ count: number }>({
      text: `select count(*)::int as count from pg_stat_activity
             where datname = current_database() and application_name like 'hub-lock%'`,
    });
  await expect.poll(sessions).toEqual({ count: 1 });
});

test('is held until the work given to its release is done', async () => {
  const { database } = await freshDatabase();
  const first = await take(database);
  const seen: string[] = [];
  if (first.kind === 'held') await first.release(async () => void seen.push((await take(database)).kind));
  seen.push((await take(database)).kind);
  expect(seen).toEqual(['busy', 'held']);
});

test('waits for a command to finish', async () => {
  const { database } = await freshDatabase();
  const command = await takeHubLock(database, {
    role: 'command',
    port: 0,
    waitForCommandMs: 0,
    logger,
    onLost: () => {},
  });
  if (command.kind !== 'held') throw new Error('the lock is free');
  const waiting = take(database, { waitForCommandMs: 10_000 });
  await vi.waitFor(async () => expect((await findHubLockHolder(database))?.role).toBe('command'), 15_000);
  await command.release();
  expect((await waiting).kind).toBe('held');
});

test('takes the lock again after its connection was cut', async () => {
  const { database } = await freshDatabase();
  const onLost = vi.fn();
  await take(database, { onLost });
  const [cut] = await lockPids(database);
  await cutHolder(database);
  const another = expect.toSatisfy((pid) => pid !== cut);
  await expect.poll(() => lockPids(database), { timeout: 5_000 }).toEqual([another]);
  expect(onLost).not.toHaveBeenCalled();
});

test('waits for its own lost session, which the server keeps when only this side is reset', async () => {
  const { url, database } = await freshDatabase();
  const proxy = await openProxy(new URL(url));
  onTestFinished(() => proxy.shut());
  proxy.open();
  const throughProxy = openDatabase({
    url: proxy.url,
    name: 'tests',
    maxConnections: 2,
    statementTimeoutMs: 5_000,
  });
  onTestFinished(() => throughProxy.close());
  const onLost = vi.fn();
  const lock = await take(throughProxy, { onLost });
  if (lock.kind === 'held') await lock.announce(3_210);
  const [kept] = await lockPids(database);
  proxy.reset();
  // This process tries to take the lock twice in the first 1.5 s.
  await setTimeout(4_000);
  expect(await lockPids(database)).toEqual([kept]);
  await database.run({ text: 'select pg_terminate_backend($1)', values: [kept] });
  const another = expect.toSatisfy((pid) => pid !== kept);
  await expect.poll(() => lockPids(database), { timeout: 5_000 }).toEqual([another]);
  expect(onLost).not.toHaveBeenCalled();
});

test('reports when another process has the lock after its connection was cut', async () => {
  const { database } = await freshDatabase();
  const onLost = vi.fn();
  await take(database, { onLost });
  const thief = await database.connect();
  onTestFinished(() => thief.end());
  await thief.query("set application_name = 'hub-lock hub 4242 3999 elsewhere'");
  // The thief waits, so the thief gets the lock when the session of the holder ends.
  const stolen = thief.query(`select pg_advisory_lock(${lockNumbers.hub})`);
  await expect.poll(() => waitingForLocks(database)).toBe(1);
  await cutHolder(database);
  await stolen;
  await vi.waitFor(
    () => expect(onLost).toHaveBeenCalledWith(expect.objectContaining({ pid: 4_242, port: 3_999 })),
    5_000,
  );
});

test('is free after a release during another attempt to take it', async () => {
  const { database } = await freshDatabase();
  const onLost = vi.fn();
  const connecting = Promise.withResolvers<PostgresClient>();
  const goOn = Promise.withResolvers<void>();
  let connections = 0;
  const connect: Database['connect'] = async (prepare) => {
    const client = await database.connect(prepare);
    connections += 1;
    if (connections > 1) connecting.resolve(client);
    if (connections > 1) await goOn.promise;
    return client;
  };
  const lock = await take({ ...database, connect }, { onLost });
  await cutHolder(database);
  const fresh = await connecting.promise;
  const ended = new Promise((resolve) => fresh.once('end', resolve));
  const released = lock.kind === 'held' && lock.release();
  goOn.resolve();
  await released;
  // An open connection would hold the lock as long as the process runs.
  await ended;
  await vi.waitFor(async () => expect(await findHubLockHolder(database)).toBeNull(), 15_000);
  expect(onLost).not.toHaveBeenCalled();
});

test('is shared by the separate processes of a hub, but not with a hub in one process', async () => {
  const { database } = await freshDatabase();
  const first = await take(database, { role: 'ingest', port: 3_001 });
  expect((await take(database, { role: 'query' })).kind).toBe('held');
  expect(await take(database, { role: 'hub' })).toMatchObject({ kind: 'busy' });
  expect((await findHubLockHolders(database)).map(({ role }) => role).sort()).toEqual(['ingest', 'query']);
  if (first.kind === 'held') await first.release();
});

test('a hub in one process excludes separate processes', async () => {
  const { database } = await freshDatabase();
  await take(database);
  expect(await take(database, { role: 'projector' })).toMatchObject({
    kind: 'busy',
    holder: { role: 'hub' },
  });
});

test('the session stays while the server ends idle sessions, also of a server with other time limits', async () => {
  const { database, url } = await freshDatabase();
  const name = new URL(url).pathname.slice(1);
  for (const limit of ['idle_session_timeout', 'idle_in_transaction_session_timeout', 'statement_timeout']) {
    await database.run({ text: `alter database ${name} set ${limit} = '200ms'` });
  }
  await database.run({ text: `alter database ${name} set tcp_user_timeout = '1s'` });
  const held = openDatabase({ url, name: 'lock', maxConnections: 1, statementTimeoutMs: 5_000 });
  await take(held);
  const [pid] = await lockPids(database);
  await setTimeout(1_000);
  expect(await lockPids(database)).toEqual([pid]);
  await held.close();
});

test('notices that its session is gone when the network says nothing', async () => {
  const { database, url } = await freshDatabase();
  const proxy = await openProxy(new URL(url));
  proxy.open();
  const far = openDatabase({ url: proxy.url, name: 'lock', maxConnections: 1, statementTimeoutMs: 5_000 });
  onTestFinished(() => far.close());
  await take(far, { checkEveryMs: 200 });
  const [first] = await lockPids(database);
  proxy.freezeExistingConnections();
  await cutHolder(database);
  await expect.poll(() => lockPids(database), { timeout: 10_000 }).toHaveLength(1);
  expect(await lockPids(database)).not.toContain(first);
});
