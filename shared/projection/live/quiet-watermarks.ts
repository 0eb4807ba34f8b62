import type { Database } from '../../postgres/database.ts';
import { moveWatermarks, watermarkDelayMs } from '../commit/checkpoints.ts';
import type { LeasePage } from '../commit/decode-batch.ts';
import type { Generation } from '../generations/generation.ts';
import type { ProjectorMetrics } from './projector-metrics.ts';

const everyMs = 1_000;

/**
 * Moves the watermarks of partitions without news, at most once a second and in one statement: a read from their next
 * offset was answered without a record, so all that was appended before the read began (`askedAt`, database clock, epoch
 * ms) is applied. The log's end is never compared with: compaction and markers make it lie.
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
