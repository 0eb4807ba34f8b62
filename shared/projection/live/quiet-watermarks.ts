import type { Database } from '../../postgres/database.ts';
import { moveWatermarks, watermarkDelayMs } from '../commit/checkpoints.ts';
import type { LeasePage } from '../commit/decode-batch.ts';
import type { Generation } from '../generations/generation.ts';
import type { ProjectorMetrics } from './projector-metrics.ts';

const everyMs = 1_000;

/**
 * Moves the watermarks of partitions without new records, at most once a second and in one statement. A read from their next
 * offset found no record, so everything appended before that read began (`askedAt`, database clock, epoch ms) is applied.
 * Offsets are not compared with the log's end, because compaction and markers leave offsets without a record before it.
 */
export function createQuietWatermarks(
  generation: Generation,
  options: {
    readonly database: Database;
    readonly metrics: ProjectorMetrics;
    readonly onCommit: (generation: Generation) => void;
  },
): (read: readonly LeasePage[], askedAt: number) => Promise<void> {
  const { database, metrics, onCommit } = options;
  let movedAt = Number.NEGATIVE_INFINITY;

  return async (read, askedAt) => {
    if (askedAt - movedAt < everyMs) return;
    const quiet = read
      .filter(({ page }) => page.records.length === 0 && page.reachedEnd)
      .map(({ lease }) => lease);
    if (quiet.length === 0) return;
    movedAt = askedAt;
    if ((await moveWatermarks(database, generation, quiet, askedAt)) === 0) return;
    const watermarkAt = askedAt - watermarkDelayMs;
    for (const lease of quiet) metrics.progressed(generation, lease, { watermarkAt });
    onCommit(generation);
  };
}
