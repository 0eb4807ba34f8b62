import type { StreamName } from '../../events/streams.ts';
import type { Sql } from '../../postgres/database.ts';
import type { ProjectionName } from '../projection.ts';

/**
 * Up to when a partition was applied by the live generation, never ahead of the database's clock: what is judged by
 * the time since a record is judged at this moment, so that a projector that is behind lets nothing time out. Epoch ms.
 */
export async function readWatermark(
  sql: Sql,
  place: { readonly projection: ProjectionName; readonly stream: StreamName; readonly partition: number },
): Promise<number> {
  const row = await sql.maybeOne<{ judged_at: number }>({
    text: `select least(checkpoint.watermark_at, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
             as judged_at
           from projection.pointer
           join projection.checkpoint using (projection, generation)
           where projection = $1 and checkpoint.stream = $2 and checkpoint.partition = $3
           order by pointer.shape desc
           limit 1`,
    values: [place.projection, place.stream, place.partition],
    name: 'projection-watermark',
  });
  return row?.judged_at ?? 0;
}
