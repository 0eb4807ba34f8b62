import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Database } from '../../../shared/postgres/database.ts';
import { findBinaries } from '../../../shared/postgres/embedded/binaries.ts';
import { clusterUrl } from '../../../shared/postgres/embedded/cluster-record.ts';
import {
  type ClusterPlan,
  createPassword,
  initialiseCluster,
} from '../../../shared/postgres/embedded/initialise-cluster.ts';
import { isServerAnswering } from '../../../shared/postgres/embedded/is-server-answering.ts';
import { placeBinaries } from '../../../shared/postgres/embedded/place-cluster.ts';
import { runTool, toolEnvironment } from '../../../shared/postgres/embedded/run-tool.ts';
import { findServerAccount } from '../../../shared/postgres/embedded/start-cluster.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { freePort } from '../hub/hub-process.ts';

/** A primary and a streaming standby behind one address. */
export interface ReplicatedPostgres {
  /** Leads to the primary, and after a failover to the standby. */
  readonly url: string;
  /** The standby has everything written until now, and gets nothing more. */
  cutOff(): Promise<void>;
  /**
   * Kills the primary, and promotes the standby at the same address. With `silent`, open
   * connections get no more answers, and do not end.
   */
  failOver(options?: { readonly silent?: boolean }): Promise<void>;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  wal_keep_size: '512MB',
  // Only servers fail here, no machine does.
  fsync: 'off',
  wal_retrieve_retry_interval: '100ms',
  // Checkpoints are slow, as in a large hub. After the promotion, the last checkpoint names the
  // earlier timeline until the next checkpoint ends.
  checkpoint_completion_target: '1',
};

/**
 * Both servers end with the test. The standby begins with a copy of the primary's folder, made
 * before a server uses the folder.
 */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-test-replicated-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  // A PostgreSQL that root starts runs under another account, which must enter the folder.
  await chmod(folder, 0o711);
  const account = await findServerAccount(null);
  const found = await findBinaries();
  const binaries = await placeBinaries(found, account);
  const plan = {
    cluster: join(folder, 'primary'),
    binaries,
    version: found.version,
    account,
    password: createPassword(),
  };
  await initialiseCluster(plan);
  const copy = join(folder, 'standby');
  await runTool('cp', ['-a', plan.cluster, copy]);

  const primary = await startServer(plan);
  await follow(copy, new URL(primary.url));
  const standby = await startServer({ ...plan, cluster: copy });
  const address = await openAddress(primary.url);
  let isCutOff = false;
  async function caughtUp(): Promise<void> {
    const { lsn } = await primary.database.one<{ lsn: string }>({
      text: 'select pg_current_wal_lsn()::text as lsn',
    });
    await untilTrue(standby.database, `pg_last_wal_replay_lsn() >= '${lsn}'`);
  }

  return {
    url: address.url,
    cutOff: async () => {
      await caughtUp();
      isCutOff = true;
      await standby.database.run({ text: `alter system set primary_conninfo = ''` });
      await standby.database.run({ text: 'select pg_reload_conf()' });
      await untilTrue(standby.database, 'not exists (select from pg_stat_wal_receiver)');
    },
    failOver: async ({ silent = false } = {}) => {
      if (!isCutOff) await caughtUp();
      if (silent) address.silence();
      await primary.kill();
      address.leadTo(standby.url);
      await standby.database.run({ text: 'select pg_promote()' });
      await untilTrue(standby.database, 'not pg_is_in_recovery()');
    },
  };
}

interface Server {
  readonly url: string;
  readonly database: Database;
  kill(): Promise<void>;
}

async function startServer({ cluster, binaries, account, password }: ClusterPlan): Promise<Server> {
  const port = await freePort();
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child: ChildProcess = spawn(
    join(binaries, 'bin/postgres'),
    ['-D', cluster, '-p', String(port), ...options],
    { cwd: '/', env: toolEnvironment, stdio: ['ignore', 'ignore', 'pipe'], ...account },
  );
  const ended = once(child, 'close');
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4_000);
  });
  const kill = async () => {
    // An immediate shutdown sends nothing more, and leaves no process of the server.
    child.kill('SIGQUIT');
    await ended;
  };
  const url = clusterUrl({ directory: cluster, port, password });
  const database = openDatabase({ url, name: 'tests', maxConnections: 1, statementTimeoutMs: 20_000 });
  onTestFinished(async () => {
    await database.close();
    if (child.exitCode === null && child.signalCode === null) await kill();
  });
  const answers = async () => child.exitCode !== null || (await isServerAnswering(url));
  await expect.poll(answers, { interval: 50, message: 'the server answers or has ended' }).toBe(true);
  if (child.exitCode !== null) throw new Error(`the server ended: ${output}`);
  return { url, database, kill };
}

async function follow(cluster: string, primary: URL): Promise<void> {
  const { hostname, port, username, password } = primary;
  const source = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await writeFile(join(cluster, 'standby.signal'), '');
}

async function untilTrue(database: Database, condition: string): Promise<void> {
  const ask = () => database.one<{ held: boolean }>({ text: `select ${condition} as held` });
  await expect.poll(async () => (await ask()).held, { interval: 20, message: condition }).toBe(true);
}

interface Address {
  readonly url: string;
  leadTo(url: string): void;
  /** Present connections pass nothing more, and stay open. */
  silence(): void;
}

async function openAddress(first: string): Promise<Address> {
  let target = new URL(first);
  const sockets = new Set<Socket>();
  const silent = new Set<Socket>();
  // A silent connection must stay open when the other side ends.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const onward = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        if (!silent.has(other)) other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = new URL(first);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    leadTo: (next) => {
      target = new URL(next);
    },
    silence: () => {
      for (const socket of sockets) {
        silent.add(socket);
        socket.unpipe();
      }
    },
  };
}
