import { batchCalls } from '../../async/batch-calls.ts';
import type { Sql } from '../../postgres/database.ts';
import { moveWatermarks, type QuietPartitions, watermarkDelayMs } from '../commit/checkpoints.ts';
import type { LeasePage } from '../commit/decode-batch.ts';
import type { Generation } from '../generations/generation.ts';
import { watermarksMoved } from './announce.ts';
import type { ProjectorMetrics } from './projector-metrics.ts';

/** Each read that waits its whole time moves the watermarks, also when a clock is a bit fast. */
const toleranceMs = 100;

/** @returns the number of moved watermarks */
export type WatermarkMover = (quiet: QuietPartitions) => Promise<number>;

/** Calls in the same turn of the event loop share one statement. */
export function createWatermarkMover(sql: Sql): WatermarkMover {
  return batchCalls((quiet: readonly QuietPartitions[]) => moveWatermarks(sql, quiet, watermarksMoved));
}

/**
 * Moves the watermarks of partitions without new records, about every `everyMs`, to 2 s before the
 * read began (`askedAt`, database clock, epoch ms). Offsets are not compared with the log's end,
 * because compaction and transaction markers leave gaps there.
 */
export function createQuietWatermarks(
  generation: Generation,
  options: {
    readonly moveWatermarks: WatermarkMover;
    readonly metrics: ProjectorMetrics;
  },
  everyMs: number,
): (read: readonly LeasePage[], askedAt: number) => Promise<void> {
  const { metrics } = options;
  let movedAt = Number.NEGATIVE_INFINITY;

  return async (read, askedAt) => {
    if (askedAt - movedAt < everyMs - toleranceMs) return;
    const quiet = read
      .filter(({ page }) => page.records.length === 0 && page.reachedEnd)
      .map(({ lease }) => lease);
    if (quiet.length === 0) return;
    movedAt = askedAt;
    const moved = await options.moveWatermarks({ generation, leases: quiet, caughtUpAt: askedAt });
    if (moved === 0) return;
    const watermarkAt = askedAt - watermarkDelayMs;
    for (const lease of quiet) metrics.progressed(generation, lease, { watermarkAt });
  };
}
