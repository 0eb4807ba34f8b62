import { pause } from '../../async/waiting.ts';
import { LogUnavailable } from '../../errors/errors.ts';
import type { Page } from '../../log/event-log.ts';
import type { Journal } from '../../log/journal.ts';
import type { Logger } from '../../observability/logger.ts';
import type { DatabaseClock } from '../../postgres/clock/database-clock.ts';
import {
  type CommitOptions,
  commitBatch,
  commitTogether,
  type GenerationBatch,
  type Outcome,
} from '../commit/commit-batch.ts';
import { decodeBatches, type LeasePage } from '../commit/decode-batch.ts';
import type { Lease } from '../commit/lease.ts';
import type { Generation } from '../generations/generation.ts';
import { createLogGuard } from './log-guard.ts';
import { progressAfter, progressBefore } from './progress.ts';
import type { ProjectorMetrics } from './projector-metrics.ts';
import { createQuietWatermarks, type WatermarkMover, watermarkEveryMs } from './quiet-watermarks.ts';
import {
  type GenerationPages,
  type HeldGeneration,
  positionsOf,
  readableOf,
  sharePages,
} from './read-pages.ts';
import { stopGeneration } from './stop-generation.ts';

export interface ReadStepOptions extends CommitOptions {
  readonly journal: Journal;
  readonly clock: DatabaseClock;
  readonly logger: Logger;
  readonly metrics: ProjectorMetrics;
  readonly moveWatermarks: WatermarkMover;
  /** Shortest time between the starts of two batches, while no records wait. */
  readonly paceMs: number;
  /** Called when these leases may not be valid any more. */
  readonly onLost: (generation: Generation, leases: readonly Lease[]) => void;
  /**
   * Called after each turn of a generation. A generation that is `behind` the others, or that
   * `failed` while the others continued, must take its turns alone.
   */
  readonly onTurn: (generation: Generation, state: TurnState) => void;
}

export type TurnState = 'caught up' | 'behind' | 'failed';

const batchRecordsMax = 2_000;
/** A new record or the next heartbeat ends the wait. */
const waitMs = 2_000;
/** Shortest time from the start of a read that finds nothing to the next read. */
const emptyPauseMs = 100;

/**
 * A turn of several generations: reads all their partitions once, commits the records in one
 * transaction, and moves quiet watermarks. A fault of the log stops a generation instead. If the
 * transaction fails, each generation commits alone, so that a failure stays with its generation.
 * @throws when something failed that may work the next time
 */
export function createReadStep(
  options: ReadStepOptions,
): (held: readonly HeldGeneration[], signal: AbortSignal) => Promise<void> {
  const { journal, clock, metrics, paceMs, onTurn } = options;
  const moveQuietWatermarks = createQuietWatermarks(options);
  const logGuard = createLogGuard(journal.log);
  let lastBatchAt = Number.NEGATIVE_INFINITY;

  async function read(held: readonly HeldGeneration[], signal: AbortSignal): Promise<readonly Page[]> {
    const waitMs = Math.min(...held.map(({ generation }) => watermarkEveryMs(generation)));
    try {
      return await journal.log.read(positionsOf(held), { maxRecords: batchRecordsMax, waitMs, signal });
    } catch (error) {
      if (error instanceof LogUnavailable) logGuard.forget();
      throw error;
    }
  }

  async function isWithoutFault({ generation, read }: GenerationPages): Promise<boolean> {
    for (const each of read) {
      const fault = await logGuard.faultOf(each);
      if (fault !== null) return stopFor(generation, options, each.lease, fault);
      metrics.progressed(generation, each.lease, progressBefore(each.page));
    }
    return true;
  }

  return async (held, signal) => {
    const readable = readableOf(held);
    // The next heartbeat after the barrier assigns the leases again, which ends the pause.
    if (readable.length === 0) return pause(waitMs, signal);
    await pause(lastBatchAt + paceMs - performance.now(), signal);
    const askedAt = clock.now();
    const pages = await read(readable, signal);
    if (signal.aborted) return;
    const parts: GenerationPages[] = [];
    for (const part of sharePages(readable, pages)) if (await isWithoutFault(part)) parts.push(part);
    const filled = parts
      .map((part) => ({ ...part, read: part.read.filter(({ page }) => page.records.length > 0) }))
      .filter((part) => part.read.length > 0);
    let failed: readonly Generation[] = [];
    if (filled.length > 0) {
      if (pages.every(({ reachedEnd }) => reachedEnd)) lastBatchAt = performance.now();
      failed = await project(options, filled, held.length > 1);
    } else await pause(askedAt + emptyPauseMs - clock.now(), signal);
    await moveQuietWatermarks(parts, askedAt);
    for (const { generation, read, isBehind } of parts) {
      const isAtEnd = read.every(({ page }) => page.reachedEnd);
      if (failed.includes(generation)) onTurn(generation, 'failed');
      else if (isBehind) onTurn(generation, 'behind');
      else if (isAtEnd) onTurn(generation, 'caught up');
    }
  };
}

/** @returns the generations that failed while others may continue */
async function project(
  options: ReadStepOptions,
  filled: readonly GenerationPages[],
  isShared: boolean,
): Promise<readonly Generation[]> {
  const { journal, metrics } = options;
  const batches = await decodeBatches(
    journal,
    filled.map(({ generation, read }) => ({ projection: generation.projection, read })),
  );
  const parts = filled.map(({ generation, read }, index) => ({
    generation,
    read,
    batch: batches[index] ?? [],
  }));
  if (parts.length > 1) {
    const startedAt = performance.now();
    const outcomes = await commitTogether(options, parts).catch(() => null);
    if (outcomes !== null) {
      for (const [index, part] of parts.entries()) noteOutcome(options, part, outcomes[index], startedAt);
      return [];
    }
  }
  const failed: Generation[] = [];
  for (const part of parts) {
    try {
      await projectAlone(options, part);
    } catch (error) {
      if (!isShared) throw error;
      metrics.retried(part.generation);
      failed.push(part.generation);
    }
  }
  return failed;
}

interface DecodedPart extends GenerationBatch {
  readonly read: readonly LeasePage[];
}

async function projectAlone(options: ReadStepOptions, part: DecodedPart): Promise<void> {
  const startedAt = performance.now();
  const outcome = await commitBatch(options, part.generation, part.batch).catch((error: unknown) => {
    // The batch may have committed. Taking the partitions again reads the true state.
    options.onLost(part.generation, leasesOf(part));
    throw error;
  });
  noteOutcome(options, part, outcome, startedAt);
}

function noteOutcome(
  { logger, metrics, onLost }: ReadStepOptions,
  part: DecodedPart,
  outcome: Outcome | undefined,
  startedAt: number,
): void {
  const { generation, batch, read } = part;
  if (outcome === undefined || outcome.kind === 'lost') {
    metrics.fenced(generation);
    onLost(generation, leasesOf(part));
    return;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const unknown = batch.filter(({ isUnknown }) => isUnknown).length;
  metrics.committed(generation, { records: batch.length, parked: outcome.parked, unknown, seconds });
  const { name: projection } = generation.projection;
  if (outcome.parked > 0) logger.warn({ projection, parked: outcome.parked }, 'records were parked');
  for (const { lease, page } of read) metrics.progressed(generation, lease, progressAfter(page, lease));
}

function leasesOf({ read }: DecodedPart): Lease[] {
  return read.map(({ lease }) => lease);
}

/** @returns false */
async function stopFor(
  generation: Generation,
  { database, logger, onLost }: ReadStepOptions,
  lease: Lease,
  reason: string,
): Promise<false> {
  const stopped = await stopGeneration(database, generation, lease, reason);
  const { name: projection } = generation.projection;
  if (stopped)
    logger.error({ projection, generation: generation.number, reason }, 'the projection is stopped');
  // If this call did not stop the generation, the next beat reads the true state from the database.
  onLost(generation, [lease]);
  return false;
}
