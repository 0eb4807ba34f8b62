import { randomBytes } from 'node:crypto';
import { chmod, chown, cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../errors/errors.ts';
import type { PostgresBinaries } from './binaries.ts';
import { runTool, type ServerAccount } from './run-tool.ts';

/** For files that the server's account cannot reach elsewhere. */
const sharedFolder = '/var/lib/guild-account-hub';

/**
 * Copies the programs to the shared folder when the account cannot run them, as below root's home.
 */
export async function placeBinaries(
  binaries: PostgresBinaries,
  account: ServerAccount | null,
): Promise<string> {
  if (account === null || (await canUse(binaries.folder, account))) return binaries.folder;
  const copy = join(sharedFolder, `postgres-${binaries.version}`);
  if (await pathExists(copy)) return copy;

  await createSharedFolder();
  const draft = `${copy}.${randomBytes(4).toString('hex')}`;
  await cp(binaries.folder, draft, { recursive: true, verbatimSymlinks: true });
  // With a strict umask npm creates files that only root can read.
  await runTool('chmod', ['-R', 'a+rX', draft]);
  // If another process was faster, its copy is used.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  return copy;
}

/** In the data directory if the account can reach it, otherwise in the shared folder. */
export async function chooseClusterDirectory(
  dataDir: string,
  account: ServerAccount | null,
): Promise<string> {
  if (account === null || (await canEnter(dataDir, account))) return 'postgres';
  await createSharedFolder();
  return join(sharedFolder, `data-${randomBytes(6).toString('hex')}`);
}

/** @throws OperatorError when the account can no longer reach an existing cluster */
export async function checkClusterAccess(cluster: string, account: ServerAccount | null): Promise<void> {
  if (account === null || (await canEnter(dirname(cluster), account))) return;
  throw new OperatorError(
    'cluster_out_of_reach',
    `the database in ${cluster} runs as user id ${account.uid}, which cannot enter ${dirname(cluster)}; give that folder and its parents mode 0711`,
  );
}

export async function createPrivateFolder(folder: string, account: ServerAccount | null): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (account !== null) await chown(folder, account.uid, account.gid);
}

async function createSharedFolder(): Promise<void> {
  await mkdir(sharedFolder, { recursive: true });
  // The umask of root may have removed bits.
  await chmod(sharedFolder, 0o755);
}

async function canUse(folder: string, account: ServerAccount): Promise<boolean> {
  const parts = ['bin/postgres', 'lib'].map((part) => canEnter(join(folder, part), account));
  return (await Promise.all(parts)).every(Boolean);
}

/** The account itself tries, so that modes of parent folders, ACLs and mounts count. */
async function canEnter(path: string, account: ServerAccount): Promise<boolean> {
  return (await runTool('test', ['-x', path], { as: account })).ok;
}

export async function pathExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
