import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { pollUntil } from '../../async/waiting.ts';
import { OperatorError } from '../../errors/errors.ts';
import { postgresSettings } from '../../runtime/platform.mjs';
import { socketFolder } from './cluster-record.ts';
import { explainServerFailure } from './explain-server-failure.ts';
import type { ClusterPlan } from './initialise-cluster.ts';
import { findPostmaster } from './postmaster.ts';
import { toolEnvironment } from './run-tool.ts';

const settings = {
  listen_addresses: '127.0.0.1',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  wal_compression: 'on',
  // A reused WAL file may hold a destroyed data key.
  wal_recycle: 'off',
  // COPY into a new table, as in a rebuild, then writes no WAL.
  wal_level: 'minimal',
  max_wal_senders: '0',
  synchronous_commit: 'on',
  max_parallel_workers_per_gather: '0',
  // Background processes wake up less often. The limit of written pages a second stays the same.
  wal_writer_delay: '2s',
  bgwriter_delay: '1s',
  bgwriter_lru_maxpages: '500',
  autovacuum_naptime: '3min',
  timezone: 'UTC',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgres-%a.log',
  log_rotation_age: '1d',
  log_truncate_on_rotation: 'on',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %a ',
  // Otherwise the server logs the text of a failed statement, which can contain a player's name.
  log_min_error_statement: 'panic',
  ...postgresSettings,
};

const pollMs = 20;
const portAttempts = 5;

export interface LaunchPlan extends ClusterPlan {
  readonly maxConnections: number;
}

export interface LaunchTimeouts {
  /** Enough for a recovery after a kill, which reads at most `max_wal_size` of WAL. */
  readonly readyWithinMs: number;
  /** After SIGQUIT, the server waits 5 s and then kills its remaining processes. */
  readonly quitsWithinMs: number;
}

/** Uses `port` when it is free. @returns the port when the server takes connections */
export async function launchPostmaster(
  plan: LaunchPlan,
  port: number | null,
  timeouts: LaunchTimeouts = { readyWithinMs: 60_000, quitsWithinMs: 7_000 },
): Promise<number> {
  let candidate = (port === null ? null : await listenOn(port)) ?? (await freePort());
  let sockets = socketFolder(plan.cluster);
  for (let attempt = 1; ; attempt += 1) {
    const failure = await tryPort({ ...plan, sockets }, candidate, timeouts);
    if (failure === null) return candidate;
    // Some mounted folders can hold no socket.
    if (failure.includes('Unix-domain socket') && sockets !== '') {
      sockets = '';
      continue;
    }
    const taken = failure.includes('could not bind') || failure.includes('Address already in use');
    if (!taken || attempt === portAttempts) {
      const why = await explainServerFailure(plan.cluster, failure);
      throw new OperatorError('postgres_failed', `the database does not start: ${why}`);
    }
    candidate = await freePort();
  }
}

/** @returns null when the server is ready */
async function tryPort(
  plan: SocketPlan,
  port: number,
  { readyWithinMs, quitsWithinMs }: LaunchTimeouts,
): Promise<string | null> {
  const child = spawnServer(plan, port);
  const launched = listenTo(child);
  const ask = async () => {
    if (launched.hasEnded()) return 'ended';
    const server = await findPostmaster(plan.cluster);
    return server?.pid === child.pid && server?.status === 'ready' ? 'ready' : null;
  };
  const state = await pollUntil(ask, { withinMs: readyWithinMs, everyMs: pollMs });
  if (state === 'ended') return launched.output() === '' ? 'it ended without any output' : launched.output();
  if (state === null) await quit(child, launched.hasEnded, quitsWithinMs);
  // The server must survive a kill of the hub.
  child.stderr?.destroy();
  child.unref();
  return state === 'ready'
    ? null
    : `${launched.output().trimEnd()}\nnot ready after ${readyWithinMs / 1_000} s`;
}

function listenTo(child: ChildProcess): { readonly output: () => string; readonly hasEnded: () => boolean } {
  let output = '';
  let ended = false;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4_000);
  });
  // Only at `close` has all output arrived.
  child.on('close', () => {
    ended = true;
  });
  child.on('error', (error) => {
    output += error.message;
    ended = true;
  });
  return { output: () => output, hasEnded: () => ended };
}

/** The next start clears up what is left of the server. */
async function quit(child: ChildProcess, hasEnded: () => boolean, withinMs: number): Promise<void> {
  child.kill('SIGQUIT');
  const ended = await pollUntil(async () => hasEnded() || null, { withinMs, everyMs: pollMs });
  if (ended === null) child.kill('SIGKILL');
}

interface SocketPlan extends LaunchPlan {
  /** Empty for no Unix socket. */
  readonly sockets: string;
}

function spawnServer(plan: SocketPlan, port: number): ChildProcess {
  const { cluster, binaries, account, maxConnections, sockets } = plan;
  const own = { unix_socket_directories: sockets, max_connections: String(maxConnections) };
  const options = Object.entries({ ...settings, ...own }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  return spawn(join(binaries, 'bin/postgres'), ['-D', cluster, '-p', String(port), ...options], {
    // In its own process group: Ctrl-C must reach only the hub, which stops the server last.
    detached: true,
    cwd: '/',
    env: toolEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  });
}

async function freePort(): Promise<number> {
  const port = await listenOn(0);
  if (port === null) throw new Error('no free port on 127.0.0.1');
  return port;
}

/** Null for a port in use. */
function listenOn(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const { port: got } = server.address() as AddressInfo;
      server.close(() => resolve(got));
    });
  });
}
