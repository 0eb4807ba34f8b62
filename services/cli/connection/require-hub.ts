import { OperatorError } from '../../../shared/errors/errors.ts';
import { requireNoRestoreAt } from '../../../shared/identity/unfinished-restore.ts';
import { clusterDirectory, readClusterRecord } from '../../../shared/postgres/embedded/cluster-record.ts';
import type { HubSettings } from '../settings.ts';

/**
 * Creates nothing, because a mistyped DATA_DIR must not get its own hub.
 * @returns the folder of the embedded server's data; null for the operator's own server
 * @throws OperatorError `no_hub`, or `restore_interrupted` when a restore has started there
 */
export async function requireHub({
  DATABASE_URL,
  DATA_DIR,
}: Pick<HubSettings, 'DATABASE_URL' | 'DATA_DIR'>): Promise<string | null> {
  if (DATABASE_URL !== undefined) return null;
  const record = await readClusterRecord(DATA_DIR);
  if (record !== null) return clusterDirectory(DATA_DIR, record);
  // A killed restore may leave no cluster, and a hub cannot start there.
  await requireNoRestoreAt({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  throw new OperatorError(
    'no_hub',
    `DATA_DIR ${DATA_DIR} holds no hub yet: run hub start to create a hub, or set DATA_DIR or DATABASE_URL to your hub`,
  );
}
