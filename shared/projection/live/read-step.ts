import { pause } from '../../async/waiting.ts';
import { LogUnavailable } from '../../errors/errors.ts';
import type { Page, ReadPosition } from '../../log/event-log.ts';
import type { Journal } from '../../log/journal.ts';
import type { Logger } from '../../observability/logger.ts';
import type { DatabaseClock } from '../../postgres/clock/database-clock.ts';
import { type CommitOptions, commitBatch } from '../commit/commit-batch.ts';
import {
  cutAtBarrier,
  decodeBatch,
  isReadable,
  type LeasePage,
  pairAndNoteLogStart,
  placeOf,
} from '../commit/decode-batch.ts';
import { faultOfLog, faultOfPage } from '../commit/guard-page.ts';
import type { Lease } from '../commit/lease.ts';
import type { Generation } from '../generations/generation.ts';
import { progressAfter, progressBefore } from './progress.ts';
import type { ProjectorMetrics } from './projector-metrics.ts';
import { createQuietWatermarks, type WatermarkMover } from './quiet-watermarks.ts';
import { stopGeneration } from './stop-generation.ts';

export interface ReadStepOptions extends CommitOptions {
  readonly journal: Journal;
  readonly clock: DatabaseClock;
  readonly logger: Logger;
  readonly metrics: ProjectorMetrics;
  readonly moveWatermarks: WatermarkMover;
  readonly onCommit: (generation: Generation) => void;
  /** Called when these leases may not be valid any more. */
  readonly onLost: (generation: Generation, leases: readonly Lease[]) => void;
}

const paceDefaultMs = 100;
const batchRecordsMax = 2_000;
/** A new record ends the wait. The watermarks of quiet partitions also move this often. */
const watermarkEveryDefaultMs = 2_000;
/** Shortest time from the start of a read that finds nothing to the next read. */
const emptyPauseMs = 100;

/**
 * Reads all held partitions once, commits the records as a batch, and moves quiet watermarks. A
 * fault of the log stops the generation instead.
 * @throws when something failed that may work the next time
 */
export function createReadStep(
  generation: Generation,
  options: ReadStepOptions,
): (leases: readonly Lease[], signal: AbortSignal) => Promise<void> {
  const { journal, clock, metrics } = options;
  const { paceMs = paceDefaultMs, watermarkEveryMs = watermarkEveryDefaultMs } = generation.projection;
  const moveQuietWatermarks = createQuietWatermarks(generation, options, watermarkEveryMs);
  let knownLog = new WeakSet<Lease>();
  let lastBatchAt = Number.NEGATIVE_INFINITY;

  async function stopsOnAnotherLog(leases: readonly Lease[]): Promise<boolean> {
    for (const lease of leases) {
      if (knownLog.has(lease)) continue;
      const fault = await faultOfLog(journal.log, lease);
      if (fault !== null) return stopFor(generation, options, lease, fault);
      knownLog.add(lease);
    }
    return false;
  }

  async function read(places: readonly ReadPosition[], signal: AbortSignal): Promise<readonly Page[]> {
    try {
      return await journal.log.read(places, {
        maxRecords: batchRecordsMax,
        waitMs: watermarkEveryMs,
        signal,
      });
    } catch (error) {
      // The log that answers next may be another log, so it is checked again.
      if (error instanceof LogUnavailable) knownLog = new WeakSet();
      throw error;
    }
  }

  return async (held, signal) => {
    if (await stopsOnAnotherLog(held)) return;
    const leases = held.filter(isReadable);
    // The next heartbeat after the barrier assigns the leases again, which ends the pause.
    if (leases.length === 0) return pause(watermarkEveryMs, signal);
    await pause(lastBatchAt + paceMs - performance.now(), signal);
    const askedAt = clock.now();
    const pages = await read(leases.map(placeOf), signal);
    if (signal.aborted) return;
    const pairs = pairAndNoteLogStart(leases, pages).map(cutAtBarrier);
    for (const { lease, page } of pairs) {
      const fault = faultOfPage(page, lease);
      if (fault !== null) return void (await stopFor(generation, options, lease, fault));
      metrics.progressed(generation, lease, progressBefore(page));
    }
    const filled = pairs.filter(({ page }) => page.records.length > 0);
    if (filled.length > 0) {
      lastBatchAt = performance.now();
      await project(generation, options, filled);
    } else await pause(askedAt + emptyPauseMs - clock.now(), signal);
    await moveQuietWatermarks(pairs, askedAt);
  };
}

async function project(
  generation: Generation,
  options: ReadStepOptions,
  filled: readonly LeasePage[],
): Promise<void> {
  const { journal, logger, metrics, onCommit, onLost } = options;
  const leases = filled.map(({ lease }) => lease);
  const batch = await decodeBatch(journal, generation.projection, filled);
  const startedAt = performance.now();
  const outcome = await commitBatch(options, generation, batch).catch((error: unknown) => {
    // The batch may have committed. Taking the partitions again reads the true state.
    onLost(generation, leases);
    throw error;
  });
  if (outcome.kind === 'lost') {
    metrics.fenced(generation);
    onLost(generation, leases);
    return;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  metrics.committed(generation, { records: batch.length, parked: outcome.parked, seconds });
  if (outcome.parked > 0) logger.warn({ parked: outcome.parked }, 'records were parked');
  for (const { lease, page } of filled) metrics.progressed(generation, lease, progressAfter(page, lease));
  onCommit(generation);
}

async function stopFor(
  generation: Generation,
  { database, logger, onLost }: ReadStepOptions,
  lease: Lease,
  reason: string,
): Promise<true> {
  const stopped = await stopGeneration(database, generation, lease, reason);
  if (stopped) logger.error({ reason }, 'the projection is stopped');
  // If this call did not stop the generation, the next beat reads the true state from the database.
  onLost(generation, [lease]);
  return true;
}
