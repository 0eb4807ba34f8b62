import type { Tx } from '../../../postgres/database.ts';

export interface MaintenanceBatch {
  /** Deleted rows, also rows that were moved into a pack. */
  readonly deleted: number;
  readonly more: boolean;
}

/** @param onlyPartition null for all of the stream */
export type MaintenanceWork = (tx: Tx, onlyPartition: number | null) => Promise<MaintenanceBatch>;
