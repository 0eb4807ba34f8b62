import type { Partition } from '../../events/streams.ts';
import { clockSql } from '../../postgres/clock/clock-sql.ts';
import type { Tx } from '../../postgres/database.ts';
import type { Erasable } from './erase-rows.ts';

/**
 * Call this first in a transaction that changes rows outside a batch. The raised revision makes the
 * next `readExcluded` read erasures and decisions again.
 * @returns false when the checkpoint does not exist
 */
export async function lockAndReviseCheckpoint(
  tx: Tx,
  { projection, number }: Erasable,
  { stream, partition }: Partition,
): Promise<boolean> {
  const revised = await tx.run({
    text: `update projection.checkpoint
           set revision = revision + 1,
               revised_at = greatest(revised_at, ${clockSql})
           where projection = $1 and generation = $2 and stream = $3 and partition = $4`,
    values: [projection.name, number, stream, partition],
  });
  return revised > 0;
}
