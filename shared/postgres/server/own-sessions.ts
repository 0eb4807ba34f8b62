import { OperatorError } from '../../errors/errors.ts';
import type { DatabaseSetting } from '../faults/connection-failure.ts';
import type { PostgresClient } from '../postgres-client.ts';

/**
 * Both sessions ask twice in a row, because a pooler chooses the process that was used last, or
 * the processes in turns.
 */
const askingOrder = [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1] as const;

/**
 * A hub needs its own sessions: its locks, LISTEN, settings and named statements belong to a
 * session. A pooler in transaction mode gives a statement any free process of the server.
 * @param sessions two open connections to the address
 * @throws OperatorError `transaction_pooling`, which names the direct address
 */
export async function requireOwnSessions(
  sessions: readonly [PostgresClient, PostgresClient],
  setting: DatabaseSetting,
): Promise<void> {
  const processes = new Set<number>();
  const pairs = new Set<string>();
  for (const asked of askingOrder) {
    const process = await serverProcessOf(sessions[asked]);
    processes.add(process);
    pairs.add(`${asked} ${process}`);
  }
  if (processes.size === 2 && pairs.size === 2) return;
  throw new OperatorError(
    'transaction_pooling',
    `${setting} leads to a pooler in transaction mode, and a hub needs its own sessions for its locks`,
    { fix: `set ${setting} to ${await directAddress(sessions[0])}` },
  );
}

/** The id of the server's process, which a pooler does not tell at the connection. */
export async function serverProcessOf(session: PostgresClient): Promise<number> {
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** Supabase and Neon give each database a second address by a rule. */
async function directAddress(session: PostgresClient): Promise<string> {
  const { host, port } = session;
  if (port === 6543) return `port 5432 of ${host}, or to another pooler in session mode`;
  const direct = host.replace(/-pooler(?=\.)/, '');
  if (direct !== host) return `the host ${direct}, which has no -pooler in its name`;
  const { rows } = await session.query<{ server: string | null }>(
    `select host(inet_server_addr()) || ':' || inet_server_port() as server`,
  );
  const known = rows[0]?.server == null ? '' : ` (${rows[0].server}, as the pooler sees it)`;
  return `the direct address of the server${known}, or to a pooler in session mode`;
}
