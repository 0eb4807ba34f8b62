import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '../log/event-log.ts';
import type { Journal } from '../log/journal.ts';
import type { Logger } from '../logger.ts';
import type { Database } from '../postgres/database.ts';
import type { DatabaseClock } from '../postgres/database-clock.ts';
import { moveWatermarks, watermarkDelayMs } from './checkpoints.ts';
import { commitBatch } from './commit-batch.ts';
import { decodeBatch, type LeasePage, pair, placeOf } from './decode-batch.ts';
import type { Generation } from './generation.ts';
import { faultOfLog, faultOfPage } from './guard-page.ts';
import type { Lease } from './lease.ts';
import type { ProjectorMetrics } from './projector-metrics.ts';
import { retryDelayMs } from './retry-delay.ts';
import { stopGeneration } from './stop-generation.ts';

/** Reads the partitions that this process holds of one generation, and puts what comes into its tables. */
export interface ReadLoop {
  /** From now on these partitions, all that are held. */
  assign(leases: readonly Lease[]): void;
  /** Ends after the batch under way. */
  stop(): Promise<void>;
}

export interface ReadLoopOptions {
  readonly database: Database;
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
const paceMs = 50;
const batchRecordsMax = 2_000;
/** A read without an answer ends after this; it is also how often a quiet partition's watermark moves. */
const waitMs = 1_000;
/** An empty answer that came at once is not asked for again before this. */
const emptyPauseMs = 100;

export function startReadLoop(generation: Generation, options: ReadLoopOptions): ReadLoop {
  const { database, journal, clock, metrics, onCommit, onLost } = options;
  const { projection } = generation;
  const logger = options.logger.child({ projection: projection.name, generation: generation.number });
  let leases: readonly Lease[] = [];
  let stopping = false;
  let failures = 0;
  let watermarksMovedAt = Number.NEGATIVE_INFINITY;
  let batchStartedAt = Number.NEGATIVE_INFINITY;
  /** Aborted when the leases change or the loop stops: ends a wait, never a commit. */
  let waiting = new AbortController();
  const checked = new WeakSet<Lease>();

  async function run(): Promise<void> {
    while (!stopping) {
      const { signal } = waiting;
      if (leases.length === 0) await pause(waitMs, signal);
      else await attempt(leases, signal);
    }
  }

  async function attempt(mine: readonly Lease[], signal: AbortSignal): Promise<void> {
    try {
      await turn(mine, signal);
      if (failures > 0) logger.info({ failures }, 'the projection goes on');
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      metrics.retried(generation);
      if (failures === 1) logger.warn({ err: error }, 'the projection failed, trying again until it works');
      await pause(retryDelayMs(failures), stopSignal());
    }
  }

  async function turn(mine: readonly Lease[], signal: AbortSignal): Promise<void> {
    if (await stopsOnAnotherLog(mine)) return;
    await pause(batchStartedAt + paceMs - performance.now(), signal);
    const askedAt = clock.now();
    const pages = await journal.log.read(mine.map(placeOf), { maxRecords: batchRecordsMax, waitMs, signal });
    if (signal.aborted) return;
    const read = pair(mine, pages);
    if (await stopsOnFault(read)) return;
    for (const { lease, page } of read) metrics.progressed(generation, lease, progressBefore(page));
    if (pages.some((page) => page.records.length > 0)) await project(read);
    else await pause(askedAt + emptyPauseMs - clock.now(), signal);
    await moveQuietWatermarks(read, askedAt);
  }

  async function project(read: readonly LeasePage[]): Promise<void> {
    batchStartedAt = performance.now();
    const filled = read.filter(({ page }) => page.records.length > 0);
    const batch = await decodeBatch(journal, projection, filled);
    const outcome = await commitBatch(database, generation, batch).catch((error: unknown) => {
      // It may have committed: only the database knows, and tells at the next taking.
      giveUp(filled);
      throw error;
    });
    if (outcome.kind === 'lost') {
      metrics.fenced(generation);
      giveUp(filled);
      return;
    }
    const seconds = (performance.now() - batchStartedAt) / 1_000;
    metrics.committed(generation, { records: batch.length, parked: outcome.parked, seconds });
    if (outcome.parked > 0) logger.warn({ parked: outcome.parked }, 'records were parked');
    for (const { lease, page } of filled) metrics.progressed(generation, lease, progressAfter(page, lease));
    onCommit(generation);
  }

  /** At most once a second: what was quiet when the read began is applied up to then. */
  async function moveQuietWatermarks(read: readonly LeasePage[], askedAt: number): Promise<void> {
    if (askedAt - watermarksMovedAt < waitMs) return;
    const quiet = read
      .filter(({ page }) => page.records.length === 0 && page.reachedEnd)
      .map(({ lease }) => lease);
    if (quiet.length === 0) return;
    watermarksMovedAt = askedAt;
    if ((await moveWatermarks(database, generation, quiet, askedAt)) === 0) return;
    for (const lease of quiet) {
      metrics.progressed(generation, lease, { watermarkAt: askedAt - watermarkDelayMs });
    }
    onCommit(generation);
  }

  async function stopsOnAnotherLog(mine: readonly Lease[]): Promise<boolean> {
    for (const lease of mine) {
      if (checked.has(lease)) continue;
      const fault = await faultOfLog(journal.log, lease);
      if (fault !== null) return stopFor(fault, lease);
      checked.add(lease);
    }
    return false;
  }

  async function stopsOnFault(read: readonly LeasePage[]): Promise<boolean> {
    for (const { lease, page } of read) {
      const fault = faultOfPage(page, lease);
      if (fault !== null) return stopFor(fault, lease);
    }
    return false;
  }

  async function stopFor(reason: string, lease: Lease): Promise<true> {
    const stopped = await stopGeneration(database, generation, lease, reason);
    if (stopped) logger.error({ reason }, 'the projection is stopped');
    onLost(generation, leases);
    return true;
  }

  function giveUp(read: readonly LeasePage[]): void {
    onLost(
      generation,
      read.map(({ lease }) => lease),
    );
  }

  function stopSignal(): AbortSignal {
    return waiting.signal;
  }

  const running = run();

  return {
    assign: (held) => {
      leases = held;
      metrics.held(generation, held);
      waiting.abort();
      waiting = new AbortController();
    },
    stop: async () => {
      stopping = true;
      waiting.abort();
      await running;
    },
  };
}

function progressBefore(page: Page) {
  const [first] = page.records;
  if (first === undefined) return { lagRecords: 0, oldestUnreadAt: null };
  return { lagRecords: page.end - first.offset, oldestUnreadAt: first.appendTime };
}

function progressAfter(page: Page, { checkpoint }: Lease) {
  return {
    lagRecords: Math.max(0, page.end - checkpoint.nextOffset),
    oldestUnreadAt: page.reachedEnd ? null : checkpoint.lastAppendTime,
    watermarkAt: checkpoint.recordTime - watermarkDelayMs,
  };
}

/** Waits `ms`, or until the signal; not at all when `ms` is not above 0. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return;
  await sleep(ms, undefined, { signal }).catch(() => {});
}
