import type { StreamName } from '../../events/streams.ts';
import { clockSql } from '../../postgres/clock/clock-sql.ts';
import type { Sql } from '../../postgres/database.ts';
import type { ProjectionName } from '../projection.ts';

/**
 * Above the 6.2 s that a watermark is behind the clock without a backlog. A watermark stays 2 s
 * behind the records that were read, a read waits 2 s, and the watermark moves every 2 s.
 */
const aheadOfWatermarkMs = 6_500;

/**
 * The time that decides which timeouts in a partition have passed, epoch ms. It stops with the
 * watermark, so nothing times out only because a projector is behind (rules/presence.md#online).
 * @param clock the clock of the database
 */
export function timeoutClock(clock: number, watermark: number): number {
  return Math.min(clock, watermark + aheadOfWatermarkMs);
}

/** `timeoutClock` of a partition in the live generation; 0 without a live generation. */
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
