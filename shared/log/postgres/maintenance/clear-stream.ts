import type { StreamName } from '../../../events/streams.ts';
import type { Statement, Tx } from '../../../postgres/database.ts';
import type { MaintenanceBatch } from './maintenance-types.ts';

export const expiredRecordsMax = 2_000;
export const compactedRecordsMax = 5_000;

/** Deletes the next batch of records of a stream that are older than `keepMs`. */
export function expireBatch(
  tx: Tx,
  stream: StreamName,
  keepMs: number,
  onlyPartition: number | null,
): Promise<MaintenanceBatch> {
  return batch(tx, {
    text: 'select deleted, more from log.expire_records($1, $2, $3, $4)',
    values: [stream, onlyPartition, keepMs, expiredRecordsMax],
  });
}

/** Deletes the next batch of records that a later record of their key replaced. */
export function compactBatch(
  tx: Tx,
  stream: StreamName,
  onlyPartition: number | null,
): Promise<MaintenanceBatch> {
  return batch(tx, {
    text: 'select deleted, more from log.compact_records($1, $2, $3)',
    values: [stream, onlyPartition, compactedRecordsMax],
  });
}

export function deleteTombstones(
  tx: Tx,
  stream: StreamName,
  onlyPartition: number | null,
): Promise<MaintenanceBatch> {
  return batch(tx, {
    text: 'select deleted, more from log.delete_tombstones($1, $2, $3)',
    values: [stream, onlyPartition, compactedRecordsMax],
  });
}

function batch(tx: Tx, statement: Statement): Promise<MaintenanceBatch> {
  return tx.one<MaintenanceBatch>(statement);
}
