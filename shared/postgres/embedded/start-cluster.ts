import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../errors/errors.ts';
import { findBinaries } from './binaries.ts';
import {
  type ClusterRecord,
  clusterDirectory,
  type RunningCluster,
  writeClusterRecord,
} from './cluster-record.ts';
import { createPassword, initialiseCluster } from './initialise-cluster.ts';
import { launchPostmaster } from './launch-postmaster.ts';
import { checkClusterAccess, chooseClusterDirectory, pathExists, placeBinaries } from './place-cluster.ts';
import { clearKilledServer } from './postmaster.ts';
import { runTool, type ServerAccount } from './run-tool.ts';

/** Creates the cluster at the first start. Needs the start lock. */
export async function startCluster(
  dataDir: string,
  known: ClusterRecord | null,
  maxConnections: number,
): Promise<RunningCluster> {
  if (known === null) await refuseWithoutRecord(dataDir);
  const binaries = await findBinaries();
  const account = await findServerAccount(known === null ? null : clusterDirectory(dataDir, known));
  const record = known ?? (await newRecord(dataDir, account));
  const cluster = clusterDirectory(dataDir, record);
  await checkClusterAccess(cluster, account);

  const { password } = record;
  const folder = await placeBinaries(binaries, account);
  const plan = { cluster, binaries: folder, version: binaries.version, account, password, maxConnections };
  await initialiseCluster(plan);
  await clearKilledServer(cluster);
  const port = await launchPostmaster(plan, record.port);
  if (port !== record.port) await writeClusterRecord(dataDir, { ...record, port });
  return { directory: cluster, port, password };
}

/** A new record would have another password than an existing cluster. */
async function refuseWithoutRecord(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  if (!(await pathExists(join(cluster, 'PG_VERSION')))) return;
  throw new OperatorError(
    'cluster_record_lost',
    `${join(dataDir, 'postgres.json')} is gone, and with it the password of the database in ${cluster}: put the file back from a copy of ${dataDir}; to begin again, move ${cluster} away`,
  );
}

/** Before the cluster, so that a kill in between loses no password. */
async function newRecord(dataDir: string, account: ServerAccount | null): Promise<ClusterRecord> {
  const directory = await chooseClusterDirectory(dataDir, account);
  const record = { directory, port: null, password: createPassword() };
  await writeClusterRecord(dataDir, record);
  return record;
}

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
