import type { StreamName } from '../../events/streams.ts';
import type { Sql } from '../../postgres/database.ts';
import type { ProjectionName } from '../projection.ts';

/**
 * The time up to which the live generation has applied a partition, never after the database's clock; epoch ms. Timeouts
 * are judged by this time, so that nothing times out only because a projector is behind.
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
