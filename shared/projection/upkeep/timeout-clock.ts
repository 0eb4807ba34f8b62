import type { StreamName } from '../../events/streams.ts';
import { clockSql } from '../../postgres/clock/clock-sql.ts';
import type { Sql } from '../../postgres/database.ts';
import type { ProjectionName } from '../projection.ts';

/**
 * Timeouts are judged by the clock, or by the watermark plus this time if that is earlier. Without
 * a backlog, a watermark is up to 6.2 s behind the clock. It stays 2 s behind the records that were
 * read. A read waits 2 s for records, and the watermark moves every 2 s. So without a backlog,
 * timeouts are judged by the clock. Once a watermark stands still, nothing times out any more.
 */
const aheadOfWatermarkMs = 6_500;

/**
 * The time that decides which timeouts in a partition have passed, epoch ms. It stops with the
 * watermark, so nothing times out only because a projector is behind. `clock` is the clock of the
 * database (decisions.md, Online).
 */
export function timeoutClock(clock: number, watermark: number): number {
  return Math.min(clock, watermark + aheadOfWatermarkMs);
}

/** `timeoutClock` of a partition of the live generation of a projection; 0 without one. */
export async function readTimeoutsJudgedAt(
  sql: Sql,
  place: { readonly projection: ProjectionName; readonly stream: StreamName; readonly partition: number },
): Promise<number> {
  const row = await sql.maybeOne<{ clock: number; watermark: number }>({
    text: `select ${clockSql} as clock,
                  checkpoint.watermark_at as watermark
           from projection.pointer
           join projection.checkpoint using (projection, generation)
           where projection = $1 and checkpoint.stream = $2 and checkpoint.partition = $3
           order by pointer.shape desc
           limit 1`,
    values: [place.projection, place.stream, place.partition],
    name: 'projection-timeouts-judged-at',
  });
  return row === null ? 0 : timeoutClock(row.clock, row.watermark);
}
