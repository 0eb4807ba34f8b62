import type { GenerationTx } from '../../shared/projection/projection.ts';

export async function deleteOldPoints(tx: GenerationTx, keptFrom: number, limit: number): Promise<number> {
  return tx.run({
    text: `delete from ${tx.schema}.point
           where ctid = any(array(
             select ctid
             from ${tx.schema}.point
             where at < $1
             limit $2
           ))`,
    values: [keptFrom, limit],
  });
}
