import { batchCalls } from '../../async/batch-calls.ts';
import type { Sql } from '../../postgres/database.ts';
import { moveWatermarks, type QuietPartitions, watermarkDelayMs } from '../commit/checkpoints.ts';
import type { LeasePage } from '../commit/decode-batch.ts';
import type { Lease } from '../commit/lease.ts';
import type { Generation } from '../generations/generation.ts';
import { watermarksOf } from './announce.ts';
import type { ProjectorMetrics } from './projector-metrics.ts';
import type { GenerationPages } from './read-pages.ts';

const everyDefaultMs = 5_000;
/** Each read that waits its whole time moves the watermarks, also when a clock is a bit fast. */
const toleranceMs = 100;

/** @returns the number of moved watermarks */
export type WatermarkMover = (quiet: QuietPartitions) => Promise<number>;

/** Calls in the same turn of the event loop share one statement. */
export function createWatermarkMover(sql: Sql): WatermarkMover {
  return batchCalls((quiet: readonly QuietPartitions[]) => moveWatermarks(sql, quiet, watermarksOf));
}

/** How often the watermarks of a quiet generation move. */
export function watermarkEveryMs({ projection }: Pick<Generation, 'projection'>): number {
  return projection.special?.watermarkEveryMs ?? everyDefaultMs;
}

/**
 * Moves the watermarks of partitions without new records to 2 s before the read began (`askedAt`,
 * database clock, epoch ms). Offsets are not compared with the log's end, because
 * compaction and transaction markers leave gaps there.
 */
export function createQuietWatermarks(options: {
  readonly moveWatermarks: WatermarkMover;
  readonly metrics: ProjectorMetrics;
}): (parts: readonly GenerationPages[], askedAt: number) => Promise<void> {
  const { metrics } = options;
  const movedAt = new WeakMap<Lease, number>();

  /** A record also moves the watermark of its partition. */
  function isDue(generation: Generation, lease: Lease, askedAt: number): boolean {
    const last = Math.max(movedAt.get(lease) ?? 0, lease.checkpoint.lastAppendTime ?? 0);
    return askedAt - last >= watermarkEveryMs(generation) - toleranceMs;
  }

  return async (parts, askedAt) => {
    const quiet = parts
      .map(({ generation, read }) => ({ generation, leases: quietOf(read), caughtUpAt: askedAt }))
      .filter(({ generation, leases }) => leases.some((lease) => isDue(generation, lease, askedAt)));
    if (quiet.length === 0) return;
    for (const lease of quiet.flatMap(({ leases }) => leases)) movedAt.set(lease, askedAt);
    const watermarkAt = askedAt - watermarkDelayMs;
    await Promise.all(
      quiet.map(async (of) => {
        if ((await options.moveWatermarks(of)) === 0) return;
        for (const lease of of.leases) metrics.progressed(of.generation, lease, { watermarkAt });
      }),
    );
  };
}

function quietOf(read: readonly LeasePage[]): Lease[] {
  return read.filter(({ page }) => page.records.length === 0 && page.reachedEnd).map(({ lease }) => lease);
}
