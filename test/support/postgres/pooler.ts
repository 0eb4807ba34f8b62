import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresClient } from '../../../shared/postgres/postgres-client.ts';
import { eventually } from '../../../shared/projection/testing/eventually.ts';
import { atEnd } from '../at-end.ts';
import { freePort } from '../hub/hub-process.ts';

const program = '/usr/sbin/pgbouncer';
/** PgBouncer belongs to the tools of the machine. */
export const hasPooler = existsSync(program);

export interface PoolerOptions {
  readonly mode: 'session' | 'transaction' | 'statement';
  /** Sessions with the server; 60 when not given. */
  readonly size?: number;
  /** Uses the sessions in turns, not the newest. */
  readonly roundRobin?: boolean;
}

/** A PgBouncer in front of a database, which ends with the test. @returns the address to use */
export async function startPooler(databaseUrl: string, options: PoolerOptions): Promise<string> {
  const { mode, size = 60, roundRobin = false } = options;
  const folder = await mkdtemp(join(tmpdir(), 'hub-test-pooler-'));
  // A PgBouncer that root starts runs under another account.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new URL(databaseUrl);
  const user = decodeURIComponent(server.username);
  const config = `[databases]
guild = host=${server.hostname} port=${server.port} dbname=${server.pathname.slice(1)} user=${user} password=${decodeURIComponent(server.password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 300
server_round_robin = ${roundRobin ? 1 : 0}
ignore_startup_parameters = options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`;
  await writeFile(join(folder, 'pooler.ini'), config);
  const child = spawn(program, ['--quiet', join(folder, 'pooler.ini')], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const url = `postgres://${server.username}@127.0.0.1:${port}/guild`;
  await eventually(async () => {
    const client = new PostgresClient({ connectionString: url });
    await client.connect();
    await client.end();
  });
  return url;
}
