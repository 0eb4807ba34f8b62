import type { GenerationTx } from '../../shared/projection/projection.ts';
import { bucketOf, tiers } from './tier.ts';

const [fine, hourly] = tiers;

/**
 * Deletes 5-minute samples, never hours or days, and only those of hours that ended well before `keptFrom`: the hourly tier
 * has the same value at the end of such an hour, so no answer changes, even if the clock of another process is behind.
 */
export async function deleteOldSamples(tx: GenerationTx, keptFrom: number, limit: number): Promise<number> {
  return tx.run({
    text: `delete from ${tx.schema}.${fine.table}
           where ctid = any(array(
             select ctid
             from ${tx.schema}.${fine.table}
             where bucket < $1
             limit $2
           ))`,
    values: [bucketOf(hourly, keptFrom) - hourly.bucketMs, limit],
  });
}
