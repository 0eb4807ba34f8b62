import { stat } from 'node:fs/promises';
import { OperatorError } from '../../errors/errors.ts';
import { runTool, type ServerAccount } from './run-tool.ts';

/**
 * PostgreSQL refuses to run as root, so under root it runs as another account: the one that owns the cluster, otherwise
 * `postgres` (made when missing), otherwise `nobody`. Null for an ordinary user, whose server runs as that user.
 */
export async function findServerAccount(cluster: string | null): Promise<ServerAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = cluster === null ? null : await stat(cluster).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };

  const account = (await lookUp('postgres')) ?? (await makePostgres()) ?? (await lookUp('nobody'));
  if (account === null) {
    throw new OperatorError(
      'no_server_account',
      'PostgreSQL cannot run as root and no account `postgres` could be made; start the hub as an ordinary user',
    );
  }
  return account;
}

async function lookUp(name: string): Promise<ServerAccount | null> {
  const [uid, gid] = await Promise.all([runTool('id', ['-u', name]), runTool('id', ['-g', name])]);
  return uid.ok && gid.ok ? { uid: Number(uid.output), gid: Number(gid.output) } : null;
}

async function makePostgres(): Promise<ServerAccount | null> {
  const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  await runTool('useradd', ['--system', '--user-group', ...home, 'postgres']);
  return lookUp('postgres');
}
