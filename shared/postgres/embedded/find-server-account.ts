import { stat } from 'node:fs/promises';
import { OperatorError } from '../../errors/errors.ts';
import { runTool, type ServerAccount } from './run-tool.ts';

/**
 * PostgreSQL refuses to run as root. Takes the owner of the cluster, otherwise `postgres` (created
 * when missing), otherwise `nobody`. Null when the hub does not run as root.
 */
export async function findServerAccount(cluster: string | null): Promise<ServerAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = cluster === null ? null : await stat(cluster).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };

  const account =
    (await findAccount('postgres')) ?? (await createPostgresAccount()) ?? (await findAccount('nobody'));
  if (account === null) {
    throw new OperatorError(
      'no_server_account',
      'PostgreSQL cannot run as root and no account `postgres` could be created; start the hub as an ordinary user',
    );
  }
  return account;
}

async function findAccount(name: string): Promise<ServerAccount | null> {
  const [uid, gid] = await Promise.all([runTool('id', ['-u', name]), runTool('id', ['-g', name])]);
  return uid.ok && gid.ok ? { uid: Number(uid.output), gid: Number(gid.output) } : null;
}

async function createPostgresAccount(): Promise<ServerAccount | null> {
  const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  await runTool('useradd', ['--system', '--user-group', ...home, 'postgres']);
  return findAccount('postgres');
}
