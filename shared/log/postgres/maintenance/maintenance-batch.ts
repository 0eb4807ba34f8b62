import type { Tx } from '../../../postgres/database.ts';

/** What one short transaction of maintenance did, or several of them. */
export interface MaintenanceBatch {
  /** How many rows of records were deleted, those that went into a pack included. */
  readonly deleted: number;
  /** Whether there may be more to do. */
  readonly more: boolean;
}

/**
 * Does one batch of maintenance in the given transaction.
 * @param partition the only one to look at; null for all of the stream
 */
export type MaintenanceWork = (tx: Tx, partition: number | null) => Promise<MaintenanceBatch>;
