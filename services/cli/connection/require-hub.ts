import { OperatorError } from '../../../shared/errors/errors.ts';
import { requireNoRestoreAt } from '../../../shared/identity/unfinished-restore.ts';
import { clusterDirectory, readClusterRecord } from '../../../shared/postgres/embedded/cluster-record.ts';
import type { HubSettings } from '../settings.ts';

/**
 * Looks whether the settings lead to a hub, and makes nothing. A mistyped DATA_DIR would otherwise get a hub of its own, in
 * which nothing is wrong and which nobody uses.
 * @returns the folder of the embedded server's data; null for the operator's own server
 * @throws OperatorError `no_hub` when DATA_DIR holds none, `restore_interrupted` when a restore had begun to make one
 */
export async function requireHub({
  DATABASE_URL,
  DATA_DIR,
}: Pick<HubSettings, 'DATABASE_URL' | 'DATA_DIR'>): Promise<string | null> {
  if (DATABASE_URL !== undefined) return null;
  const record = await readClusterRecord(DATA_DIR);
  if (record !== null) return clusterDirectory(DATA_DIR, record);
  // Killed before it had a cluster: who is told to start a hub would only be refused there.
  await requireNoRestoreAt({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  throw new OperatorError(
    'no_hub',
    `DATA_DIR ${DATA_DIR} holds no hub yet: hub start makes one, or set DATA_DIR or DATABASE_URL to where it is`,
  );
}
