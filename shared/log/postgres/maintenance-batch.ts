import type { Tx } from '../../postgres/database.ts';

/** What one short transaction of maintenance did, or many in a row. */
export interface MaintenanceBatch {
  /** Records. */
  readonly deleted: number;
  /** The same work again may find more. */
  readonly more: boolean;
}

/** Does one batch in the transaction that it is given. */
export type MaintenanceWork = (tx: Tx) => Promise<MaintenanceBatch>;
