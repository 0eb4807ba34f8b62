import type { GenerationTx } from '../../shared/projection/projection.ts';
import { bucketOf, tiers } from './tier.ts';

const [fine, hourly] = tiers;

/**
 * Deletes 5-minute samples, never hours or days. Only of hours that had ended well before `keptFrom`: what was in effect
 * there is in the hourly tier then, so no answer changes, also where another process's clock is a little behind.
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
