import { findRestoreStage } from '../../../shared/identity/unfinished-restore.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import { readClusterRecord } from '../../../shared/postgres/embedded/cluster-record.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { holdStopped } from '../connection/open-stopped.ts';
import type { HubSettings } from '../settings.ts';

export interface EmptyPlaceOptions {
  /** `restoreName` of the backup. A restore of the same backup may have been interrupted. */
  readonly backup: string;
  readonly logger: Logger;
  readonly purpose: string;
}

/**
 * Checks the place before the checksums, which take minutes, and changes nothing. A hub may start
 * in the meantime, so the restore checks again.
 * @throws OperatorError `hub_runs`, `not_empty` or `other_restore`
 */
export async function requireEmptyPlace(settings: HubSettings, options: EmptyPlaceOptions): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = settings;
  if (DATABASE_URL === undefined && (await readClusterRecord(DATA_DIR)) === null) return;
  const held = await holdStopped(settings, { ...options, restores: true });
  try {
    const database = openDatabase({
      url: held.ownerUrl ?? held.url,
      name: 'command',
      maxConnections: 1,
      statementTimeoutMs: 60_000,
    });
    try {
      await findRestoreStage(database, options.backup);
    } finally {
      await database.close();
    }
  } finally {
    await held.release();
  }
}
