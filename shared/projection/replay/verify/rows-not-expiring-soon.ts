import { hourMs } from '../../../domain/durations.ts';
import { clockSql } from '../../../postgres/clock/clock-sql.ts';
import type { Tx } from '../../../postgres/database.ts';
import type { Projection } from '../../projection.ts';
import { type RowRetentionMsBySetting, rowRetentionMs } from '../../upkeep/expire-rows.ts';

/** Rows that expire within this time may be deleted in one generation and not yet in the other. */
const aboutToExpireMs = 2 * hourMs;

/**
 * SQL conditions by table, for the rows that both generations have to hold; all rows without a
 * condition.
 * @param now epoch ms; the same for both generations
 */
export function rowsNotExpiringSoon(
  { retention }: Projection,
  now: number,
  retentionMsBySetting: RowRetentionMsBySetting,
): ReadonlyMap<string, string> {
  if (retention === undefined) return new Map();
  const { table, column } = retention;
  return new Map([
    [table, `${column} >= ${now - rowRetentionMs(retention, retentionMsBySetting) + aboutToExpireMs}`],
  ]);
}

/** The database's clock, epoch ms. */
export async function readClock(tx: Tx): Promise<number> {
  const { now } = await tx.one<{ now: number }>({
    text: `select ${clockSql} as now`,
  });
  return now;
}
