import { LogUnavailable } from '../../errors.ts';
import type { Page, Place } from '../../log/event-log.ts';
import type { Journal } from '../../log/journal.ts';
import type { Logger } from '../../logger.ts';
import type { DatabaseClock } from '../../postgres/database-clock.ts';
import { pause } from '../../waiting.ts';
import { type CommitOptions, commitBatch } from '../commit/commit-batch.ts';
import { cutAtHold, decodeBatch, isReadable, type LeasePage, pair, placeOf } from '../commit/decode-batch.ts';
import { faultOfLog, faultOfPage } from '../commit/guard-page.ts';
import type { Lease } from '../commit/lease.ts';
import type { Generation } from '../generations/generation.ts';
import { progressAfter, progressBefore } from './progress.ts';
import type { ProjectorMetrics } from './projector-metrics.ts';
import { createQuietWatermarks } from './quiet-watermarks.ts';
import { stopGeneration } from './stop-generation.ts';

export interface ReadTurnOptions extends CommitOptions {
  readonly journal: Journal;
  readonly clock: DatabaseClock;
  readonly logger: Logger;
  readonly metrics: ProjectorMetrics;
  /** Told after each commit and each move of a watermark. */
  readonly onCommit: (generation: Generation) => void;
  /** These leases may not be current any more. */
  readonly onLost: (generation: Generation, leases: readonly Lease[]) => void;
}

/** Batches of a generation start at least this far apart: one commit carries what came meanwhile. */
const paceMs = 100;
const batchRecordsMax = 2_000;
/** A read without an answer ends after this; it is also how often a quiet partition's watermark moves. */
const waitMs = 1_000;
/** An empty answer that came at once is not asked for again before this. */
const emptyPauseMs = 100;

/**
 * One read of all held partitions and what follows from it: a batch, a move of watermarks, or a stop.
 * `signal` ends the waits. @throws when something failed that may work the next time
 */
export function createReadTurn(
  generation: Generation,
  options: ReadTurnOptions,
): (leases: readonly Lease[], signal: AbortSignal) => Promise<void> {
  const { journal, clock, metrics } = options;
  const moveQuietWatermarks = createQuietWatermarks(generation, options);
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

  async function read(places: readonly Place[], signal: AbortSignal): Promise<readonly Page[]> {
    try {
      return await journal.log.read(places, { maxRecords: batchRecordsMax, waitMs, signal });
    } catch (error) {
      // A log that was away may come back as another one, that has grown past the checkpoint meanwhile.
      if (error instanceof LogUnavailable) knownLog = new WeakSet();
      throw error;
    }
  }

  return async (held, signal) => {
    if (await stopsOnAnotherLog(held)) return;
    const leases = held.filter(isReadable);
    // The beat that ends the hold ends the pause.
    if (leases.length === 0) return pause(waitMs, signal);
    await pause(lastBatchAt + paceMs - performance.now(), signal);
    const askedAt = clock.now();
    const pages = await read(leases.map(placeOf), signal);
    if (signal.aborted) return;
    const pairs = pair(leases, pages).map(cutAtHold);
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
  options: ReadTurnOptions,
  filled: readonly LeasePage[],
): Promise<void> {
  const { journal, logger, metrics, onCommit, onLost } = options;
  const leases = filled.map(({ lease }) => lease);
  const batch = await decodeBatch(journal, generation.projection, filled);
  const startedAt = performance.now();
  const outcome = await commitBatch(options, generation, batch).catch((error: unknown) => {
    // It may have committed: only the database knows, and tells at the next taking.
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
  { database, logger, onLost }: ReadTurnOptions,
  lease: Lease,
  reason: string,
): Promise<true> {
  const stopped = await stopGeneration(database, generation, lease, reason);
  if (stopped) logger.error({ reason }, 'the projection is stopped');
  // When it is not, another process has the partition, and the next beat says so.
  onLost(generation, [lease]);
  return true;
}
