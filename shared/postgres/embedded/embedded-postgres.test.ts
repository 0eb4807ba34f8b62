import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { atEnd, onceAFile } from '../../../test/support/at-end.ts';
import { dataDirWithCluster } from '../../../test/support/postgres/made-cluster.ts';
import { withDatabase } from '../../../test/support/postgres/with-database.ts';
import { createLogger } from '../../observability/logger.ts';
import { findNode } from '../../runtime/find-node.mjs';
import { shareLowPriority } from '../../runtime/lower-backend-priority.ts';
import { openHubServer } from '../hub-database-server.ts';
import { databaseRoles, roleUrl } from '../schema/roles.ts';
import { overTcp } from '../testing/over-tcp.ts';
import { type EmbeddedPostgres, findRunningServer, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';

const run = promisify(execFile);
const logger = createLogger({ name: 'test', level: 'silent' });

async function emptyDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-embedded-'));
  await chmod(dataDir, 0o711);
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, logger });
  atEnd(() => server.stop());
  return server;
}

/** No test stops this server, and no test writes to this server. */
const running = onceAFile(async () => {
  const dataDir = await dataDirWithCluster();
  return { dataDir, server: await start(dataDir) };
});

async function write(url: string, value: number): Promise<void> {
  await withDatabase(url, (database) =>
    database.run({ text: `create table kept as select ${value} as value` }),
  );
}

function ask<Row extends object>(url: string, text: string): Promise<Row> {
  return withDatabase(url, (database) => database.one<Row>({ text }));
}

async function killServer({ directory }: EmbeddedPostgres): Promise<Postmaster> {
  const server = await findPostmaster(directory);
  if (server === null) throw new Error('no server runs');
  process.kill(server.pid, 'SIGKILL');
  return server;
}

test('keeps data, port and password between starts, and creates no new password for existing data', async () => {
  const dataDir = await dataDirWithCluster();
  const first = await start(dataDir);
  await write(first.url, 7);
  await first.stop();
  expect(await findRunningServer(dataDir)).toBeNull();

  const second = await start(dataDir);
  expect(second).toMatchObject({ url: first.url, adopted: false });
  expect(await findRunningServer(dataDir)).toBe(second.url);
  expect(await ask(second.url, 'select value from kept')).toEqual({ value: 7 });

  await second.stop();
  await rm(join(dataDir, 'postgres.json'));
  await expect(start(dataDir)).rejects.toThrow(
    `${dataDir}/postgres.json is gone, and with it the password of the database in ${dataDir}/postgres: put the file back`,
  );
  await expect(stat(join(dataDir, 'postgres.json'))).rejects.toThrow('ENOENT');
});

test('refuses data of another PostgreSQL version, and names the right version', async () => {
  const dataDir = await dataDirWithCluster();
  const first = await start(dataDir);
  await first.stop();
  await writeFile(join(first.directory, 'PG_VERSION'), '17\n');
  await expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow(
    /is from PostgreSQL 17, but this release contains \d+; start the hub with the release that wrote the data/,
  );
});

test('is configured for safe data: durable, with checksums, UTF-8, order by code point, and a password', async () => {
  const { url } = running().server;
  expect(
    await ask(
      url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
         current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
         (select datcollate from pg_database where datname = current_database()) as collation`,
    ),
  ).toEqual({ fsync: 'on', commit: 'on', checksums: 'on', encoding: 'UTF8', collation: 'C.UTF-8' });
  const withoutPassword = new URL(url);
  withoutPassword.password = 'wrong';
  await expect(ask(withoutPassword.href, 'select 1 as one')).rejects.toThrow('password');
});

test('has connections for all pools of a hub and for commands, even when the options name another number', async () => {
  const dataDir = await dataDirWithCluster();
  const others = { maxConnections: 12 };
  const server = await openHubServer({
    ...others,
    databaseUrl: undefined,
    dataDir,
    logger,
    onLost: () => {},
  });
  onTestFinished(() => server.stop());
  const url = server.urlOf('hub_operator');
  expect(await ask(url, "select current_setting('max_connections') as connections")).toEqual({
    connections: '60',
  });
});

test('other users of the machine can read neither the password nor the data', async () => {
  const { dataDir, server } = running();
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(server.directory)).mode & 0o777).toBe(0o700);
});

test('sessions use a Unix socket, or TCP where the path of the socket would be too long', async () => {
  const usesTcp = (url: string) => ask(url, 'select inet_server_addr() is not null as tcp');
  expect(await usesTcp(running().server.url)).toEqual({ tcp: false });
  const deep = join(await emptyDataDir(), 'd'.repeat(90));
  await rename(await dataDirWithCluster(), deep);
  expect(await usesTcp((await start(deep)).url)).toEqual({ tcp: true });
});

test('starts when the lock of a killed server’s socket names another living process', async () => {
  const dataDir = await dataDirWithCluster();
  const first = await start(dataDir);
  const { port } = await killServer(first);
  const other = await findPostmaster(running().server.directory);
  const lock = join(first.directory, `.s.PGSQL.${port}.lock`);
  await writeFile(lock, (await readFile(lock, 'utf8')).replace(/^\d+/, String(other?.pid)));
  expect(await ask((await start(dataDir)).url, 'select 1 as one')).toEqual({ one: 1 });
});

test('takes over a server that a killed process left behind', async () => {
  const dataDir = await dataDirWithCluster();
  const left = await start(dataDir);
  await left.leave();
  const next = await start(dataDir);
  expect(next).toMatchObject({ url: left.url, adopted: true });
  await next.stop();
  expect(await findPostmaster(next.directory)).toBeNull();
});

test('has a login for the role of each process, also with data of a release without roles', async () => {
  const dataDir = await dataDirWithCluster();
  const first = await start(dataDir);
  await withDatabase(first.url, async (database) => {
    for (const role of databaseRoles) {
      // The role's privileges on the server's own functions would prevent the drop.
      await database.run({ text: `drop owned by ${role}` });
      await database.run({ text: `drop role ${role}` });
    }
  });
  await first.stop();

  const { url } = await start(dataDir);
  const asked = "select current_user as name, current_setting('is_superuser') as superuser";
  for (const role of databaseRoles) {
    expect(await ask(roleUrl(role, url), asked)).toEqual({ name: role, superuser: 'off' });
  }
});

test('starts after the server was killed, with all committed data', async () => {
  const dataDir = await dataDirWithCluster();
  const first = await start(dataDir);
  await first.leave();
  await write(first.url, 9);
  await killServer(first);
  const second = await start(dataDir);
  expect(await ask(second.url, 'select value from kept')).toEqual({ value: 9 });
});

test('is not misled by a pid file that names another living process', async () => {
  const dataDir = await dataDirWithCluster();
  const first = await start(dataDir);
  await first.stop();
  const pidFile = join(first.directory, 'postmaster.pid');
  await writeFile(pidFile, `${process.pid}\n${first.directory}\n0\n1\n\n127.0.0.1\n\nready\n`);
  expect(await findRunningServer(dataDir)).toBeNull();
  const second = await start(dataDir);
  expect(second.adopted).toBe(false);
  expect(await readFile(pidFile, 'utf8')).not.toContain(`${process.pid}\n`);
});

test('does not touch a program whose working directory is the data of a server', async () => {
  const dataDir = await dataDirWithCluster();
  const { directory, stop } = await start(dataDir);
  await stop();
  const shell = spawn('sleep', ['60'], { cwd: directory, stdio: 'ignore' });
  onTestFinished(() => void shell.kill());
  await start(dataDir);
  expect([shell.exitCode, shell.signalCode]).toEqual([null, null]);
});

test('starts a server again at the same address when the server dies while the hub runs', async () => {
  const server = await start(await dataDirWithCluster());
  const before = await killServer(server);
  await vi.waitFor(
    async () => {
      const now = await findPostmaster(server.directory);
      expect(now).toMatchObject({ status: 'ready', port: before.port });
      expect(now?.pid).not.toBe(before.pid);
    },
    { timeout: 25_000 },
  );
});

test('is started only once by processes that start at the same time', async () => {
  const dataDir = await emptyDataDir();
  const servers = await Promise.all([1, 2, 3].map(() => start(dataDir)));
  expect(new Set(servers.map(({ url }) => url)).size).toBe(1);
  expect(servers.filter(({ adopted }) => !adopted)).toHaveLength(1);
});

test('the server process of a long-work connection has a lower priority', async () => {
  const { url } = running().server;
  const { PRIORITY_LOW, PRIORITY_NORMAL, PRIORITY_BELOW_NORMAL } = constants.priority;
  await withDatabase(overTcp(url).href, async (database) => {
    const text = 'select pg_backend_pid() as pid, inet_client_port() as port';
    const { pid, port } = await database.one<{ pid: number; port: number }>({ text });
    const priorities = () => [getPriority(pid), getPriority(process.pid)];
    const before = priorities();
    shareLowPriority(pid, port, PRIORITY_NORMAL);
    shareLowPriority(pid, port + 1, PRIORITY_LOW);
    shareLowPriority(pid, undefined, PRIORITY_LOW);
    shareLowPriority(process.pid, port, PRIORITY_LOW);
    expect(priorities()).toEqual(before);
    shareLowPriority(pid, port, PRIORITY_LOW);
    expect(getPriority(pid)).toBe(PRIORITY_BELOW_NORMAL);
  });
  const script = `
    import { getPriority, setPriority } from 'node:os';
    import { openDatabase } from ${JSON.stringify(new URL('../open-database.ts', import.meta.url).href)};
    setPriority(${PRIORITY_LOW});
    const database = openDatabase({ url: process.env.URL_OF_SERVER, name: 'test', maxConnections: 1, statementTimeoutMs: 5_000 });
    const { pid } = await database.one({ text: 'select pg_backend_pid() as pid' });
    console.log(getPriority(pid));
    await database.close();`;
  const env = { ...process.env, URL_OF_SERVER: url };
  const { stdout } = await run(findNode() ?? '', ['--input-type=module', '-e', script], { env });
  expect(Number(stdout)).toBe(PRIORITY_BELOW_NORMAL);
});
