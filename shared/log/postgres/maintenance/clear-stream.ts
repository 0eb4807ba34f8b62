import type { StreamName } from '../../../events/streams.ts';
import type { Tx } from '../../../postgres/database.ts';

export interface MaintenanceBatch {
  /** Deleted rows, also rows that were moved into a pack. */
  readonly deleted: number;
  readonly more: boolean;
}

/** Does the next batch of work on a stream. `onlyPartition` is null for all of the stream. */
export type WorkOfStream = (
  tx: Tx,
  stream: StreamName,
  onlyPartition: number | null,
) => Promise<MaintenanceBatch>;

export const expiredRecordsMax = 2_000;
export const compactedRecordsMax = 5_000;

/** Deletes records that are older than `keepMs`. */
export function expireRecords(keepMs: number): WorkOfStream {
  return (tx, stream, onlyPartition) =>
    tx.one({
      text: 'select deleted, more from log.expire_records($1, $2, $3, $4)',
      values: [stream, onlyPartition, keepMs, expiredRecordsMax],
    });
}

/** Deletes records that a later record of their key replaced, or tombstones that are old enough. */
export function compact(work: 'compact_records' | 'delete_tombstones'): WorkOfStream {
  return (tx, stream, onlyPartition) =>
    tx.one({
      text: `select deleted, more from log.${work}($1, $2, $3)`,
      values: [stream, onlyPartition, compactedRecordsMax],
    });
}
