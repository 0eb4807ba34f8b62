import type { Tx } from '../../../postgres/database.ts';

/** The result of one or several short transactions of maintenance. */
export interface MaintenanceBatch {
  /** The number of deleted rows, including rows that were moved into a pack. */
  readonly deleted: number;
  /** Whether there may be more to do. */
  readonly more: boolean;
}

/**
 * Does one batch of maintenance in the given transaction.
 * @param partition the only partition to work on; null for all of the stream
 */
export type MaintenanceWork = (tx: Tx, partition: number | null) => Promise<MaintenanceBatch>;
