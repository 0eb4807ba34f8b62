import { type Retention, streamDefinition, streamNames } from '../../events/streams.ts';
import type { Database } from '../../postgres/database.ts';
import { lockNumbers } from '../../postgres/lock-numbers.ts';
import { compactBatch, dropTombstones } from './compact-stream.ts';
import { expireBatch } from './expire-stream.ts';
import type { MaintenanceBatch, MaintenanceWork } from './maintenance-batch.ts';

/** Work of one call; at a call a minute far more than the records that come in between. */
const batchesMax = 200;

/**
 * Deletes what the log need not keep, in short transactions that keep no append waiting. Cheap when there is nothing
 * to do; to be called every minute or so. Safe when raced.
 */
export async function maintainLog(database: Database, retention: Retention): Promise<MaintenanceBatch> {
  let deleted = 0;
  let batches = 0;
  for (const work of plan(retention)) {
    for (let more = true; more; batches += 1) {
      if (batches >= batchesMax) return { deleted, more: true };
      const batch = await runBatch(database, work);
      if (batch === null) return { deleted, more: false };
      deleted += batch.deleted;
      more = batch.more;
    }
  }
  return { deleted, more: false };
}

function plan(retention: Retention): MaintenanceWork[] {
  return streamNames.flatMap((stream): MaintenanceWork[] => {
    const { kept } = streamDefinition(stream);
    if (kept.policy === 'expires') return [(tx) => expireBatch(tx, stream, retention[kept.setting])];
    if (kept.policy === 'latest') {
      return [(tx) => compactBatch(tx, stream), (tx) => dropTombstones(tx, stream)];
    }
    return [];
  });
}

/** Null when another process is at it: of several one works at a time, the others leave it to it. */
async function runBatch(database: Database, work: MaintenanceWork): Promise<MaintenanceBatch | null> {
  return database.transaction(async (tx) => {
    const { free } = await tx.one<{ free: boolean }>({
      text: 'select pg_try_advisory_xact_lock($1) as free',
      values: [lockNumbers.logMaintenance],
    });
    return free ? work(tx) : null;
  });
}
