import type { Tx } from '../../../postgres/database.ts';

export interface MaintenanceBatch {
  /** Deleted rows, also rows that were moved into a pack. */
  readonly deleted: number;
  readonly more: boolean;
}

/** @param partition the only partition to work on; null for all of the stream */
export type MaintenanceWork = (tx: Tx, partition: number | null) => Promise<MaintenanceBatch>;
