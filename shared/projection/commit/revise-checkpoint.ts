import type { Place } from '../../log/event-log.ts';
import type { Tx } from '../../postgres/database.ts';
import type { Erasable } from './erase-rows.ts';

/**
 * The first statement of a transaction that changes a partition's rows beside its batches: waits for the batch under way
 * and keeps the next one waiting, which then looks anew at what it leaves out and holds back.
 * @returns false when the generation is gone
 */
export async function reviseCheckpoint(
  tx: Tx,
  { projection, number }: Erasable,
  { stream, partition }: Pick<Place, 'stream' | 'partition'>,
): Promise<boolean> {
  const revised = await tx.run({
    text: `update projection.checkpoint
           set revision = revision + 1,
               revised_at = greatest(revised_at, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
           where projection = $1 and generation = $2 and stream = $3 and partition = $4`,
    values: [projection.name, number, stream, partition],
  });
  return revised > 0;
}
