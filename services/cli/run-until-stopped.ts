import { listenForStop } from '../../shared/async/stop-signals.ts';
import { pollUntil } from '../../shared/async/waiting.ts';
import { OperatorError } from '../../shared/errors/errors.ts';
import { DatabaseMoved } from '../../shared/identity/watch-database-copy.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import type { RunningProcess } from '../../shared/process/start-process.ts';
import { settleHeap } from '../../shared/runtime/node-runtime.mjs';

export interface RunOptions<Running extends RunningProcess> {
  /** `signal` is aborted when the process is asked to stop. */
  readonly start: (signal: AbortSignal) => Promise<Running>;
  /** Called once, and not when the process is opened again. */
  readonly onReady: (running: Running) => void;
  /** Before a normal end; see `CloseOptions`. */
  readonly noticeMs?: number;
  readonly logger: Logger;
}

/** Open answers get 10 s, later answers 2 s (operations.md, Processes). */
const forceAfterMs = 14_500;
const startAgainEveryMs = 1_000;
/** A connection to a vanished database server may never close. */
const closeEachWithinMs = 5_000;

/**
 * Runs a process until it is asked to stop. When the database became another copy, opens everything
 * again, because memory may keep data that the copy lacks.
 * @throws OperatorError when the process cannot start or continue
 */
export async function runUntilStopped<Running extends RunningProcess>(
  options: RunOptions<Running>,
): Promise<void> {
  const { start, onReady, logger } = options;
  const stop = listenForStop(forceAfterMs, () => {
    logger.error('the process ends before it closed everything; no acknowledged report is lost');
  });
  try {
    let running: Running | null = await start(stop.signal);
    onReady(running);
    settleHeap();
    while (running !== null && (await runUntilMoved(running, stop.requested, options))) {
      logger.info('opening everything again');
      running = await startAgain(options, stop.signal);
      if (running !== null) logger.info({ port: running.port }, 'everything is open again');
    }
  } finally {
    stop.close();
  }
}

/** @returns whether the process ended because the database is another copy */
async function runUntilMoved(
  running: RunningProcess,
  stopRequested: Promise<unknown>,
  { noticeMs = 0 }: Pick<RunOptions<RunningProcess>, 'noticeMs'>,
): Promise<boolean> {
  let moved = false;
  try {
    await Promise.race([stopRequested, running.failed]);
  } catch (error) {
    moved = error instanceof DatabaseMoved;
    if (!moved) throw error;
  } finally {
    await running.close(moved ? { eachWithinMs: closeEachWithinMs } : { noticeMs });
  }
  return moved;
}

/** @returns null when the process is asked to stop first */
async function startAgain<Running extends RunningProcess>(
  { start, logger }: RunOptions<Running>,
  signal: AbortSignal,
): Promise<Running | null> {
  const startedAt = performance.now();
  let isFirst = true;
  const attempt = () =>
    start(signal).catch((error: unknown) => {
      if (!maySucceedLater(error, performance.now() - startedAt)) throw error;
      if (isFirst) logger.warn({ err: error }, 'cannot open everything yet, trying again every second');
      isFirst = false;
      return null;
    });
  return pollUntil(attempt, { withinMs: Number.POSITIVE_INFINITY, everyMs: startAgainEveryMs, signal });
}

/**
 * The database server may notice this late that an old session ended, which holds the hub's lock.
 */
const heldAtMostMs = 30_000;

/** A standby is read-only until it is promoted, and gets the sessions of all processes at once. */
const temporaryCodes = new Set([
  'database_unreachable',
  'database_read_only',
  'too_few_connections',
  'no_log',
]);

function maySucceedLater(error: unknown, waitedMs: number): boolean {
  if (!(error instanceof OperatorError)) return true;
  if (error.code === 'already_running') return waitedMs < heldAtMostMs;
  return temporaryCodes.has(error.code);
}
