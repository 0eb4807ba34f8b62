import { findBinaries } from './binaries.ts';
import { type ClusterRecord, clusterDirectory, writeClusterRecord } from './cluster-record.ts';
import { initialiseCluster, newPassword } from './initialise-cluster.ts';
import { launchPostmaster } from './launch-postmaster.ts';
import { checkReach, chooseClusterDirectory, placeBinaries } from './place-cluster.ts';
import { clearRemains } from './postmaster.ts';
import type { ServerAccount } from './run-tool.ts';
import { serverAccount } from './server-account.ts';

export interface StartedCluster {
  readonly directory: string;
  readonly port: number;
  readonly password: string;
}

/** Starts the server on the data directory's cluster, which is made at the first start. The caller holds the start lock. */
export async function startCluster(
  dataDir: string,
  known: ClusterRecord | null,
  maxConnections: number,
): Promise<StartedCluster> {
  const binaries = await findBinaries();
  const account = await serverAccount(known === null ? null : clusterDirectory(dataDir, known));
  const record = known ?? (await newRecord(dataDir, account));
  const cluster = clusterDirectory(dataDir, record);
  await checkReach(cluster, account);

  const { password } = record;
  const folder = await placeBinaries(binaries, account);
  const plan = { cluster, binaries: folder, account, password, maxConnections };
  await initialiseCluster(plan);
  await clearRemains(cluster);
  const port = await launchPostmaster(plan, record.port);
  if (port !== record.port) await writeClusterRecord(dataDir, { ...record, port });
  return { directory: cluster, port, password };
}

/** The record is written before the cluster, which gets its password from it, so that a kill in between does no harm. */
async function newRecord(dataDir: string, account: ServerAccount | null): Promise<ClusterRecord> {
  const directory = await chooseClusterDirectory(dataDir, account);
  const record = { directory, port: null, password: newPassword() };
  await writeClusterRecord(dataDir, record);
  return record;
}
