import { listenForStop } from '../../shared/async/stop-signals.ts';
import { pollUntil } from '../../shared/async/waiting.ts';
import { OperatorError } from '../../shared/errors/errors.ts';
import { DatabaseMoved } from '../../shared/identity/watch-database-copy.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import type { RunningProcess } from '../../shared/process/start-process.ts';
import { settleHeap } from '../../shared/runtime/node-runtime.mjs';

export interface RunOptions<Running extends RunningProcess> {
  readonly start: () => Promise<Running>;
  /** Called once, not again when the process is opened anew. */
  readonly onReady: (running: Running) => void;
  readonly logger: Logger;
}

/** Within the 10 s that a service manager has to wait (operations.md, Processes). */
const forceAfterMs = 9_500;
const startAgainEveryMs = 1_000;
/** The server that the database was on may have vanished, and then ends no connection. Requests are given 4 s. */
const closeEachWithinMs = 5_000;

/**
 * Runs a process until it is asked to stop. When the database has become another copy, everything is closed and opened
 * again: what a start reads and checks is what has to be read and checked then, and nothing stays in memory that the
 * database has lost. @throws OperatorError when it cannot start, or cannot continue
 */
export async function runUntilStopped<Running extends RunningProcess>(
  options: RunOptions<Running>,
): Promise<void> {
  const { start, onReady, logger } = options;
  const stop = listenForStop(forceAfterMs);
  const stopping = new AbortController();
  void stop.requested.then(() => stopping.abort());
  try {
    let running: Running | null = await start();
    onReady(running);
    settleHeap();
    while (running !== null && (await hasMoved(running, stop.requested))) {
      logger.info('opening everything again');
      running = await startAgain(options, stopping.signal);
      if (running !== null) logger.info({ port: running.port }, 'everything is open again');
    }
  } finally {
    stop.close();
  }
}

/** Runs it to its end and closes it. @returns whether it ended because the database is another copy */
async function hasMoved(running: RunningProcess, stopRequested: Promise<unknown>): Promise<boolean> {
  let moved = false;
  try {
    await Promise.race([stopRequested, running.failed]);
  } catch (error) {
    moved = error instanceof DatabaseMoved;
    if (!moved) throw error;
  } finally {
    await running.close(moved ? { eachWithinMs: closeEachWithinMs } : {});
  }
  return moved;
}

/** Tries until it works: the server may still be on its way up. @returns null when it is asked to stop first */
async function startAgain<Running extends RunningProcess>(
  { start, logger }: RunOptions<Running>,
  signal: AbortSignal,
): Promise<Running | null> {
  const startedAt = performance.now();
  let isFirst = true;
  const attempt = () =>
    start().catch((error: unknown) => {
      if (!mayPass(error, performance.now() - startedAt)) throw error;
      if (isFirst) logger.warn({ err: error }, 'cannot open everything yet, trying again every second');
      isFirst = false;
      return null;
    });
  return pollUntil(attempt, { withinMs: Number.POSITIVE_INFINITY, everyMs: startAgainEveryMs, signal });
}

/** A server may take that long to notice that a session of this very process has ended, which holds the hub's lock. */
const heldAtMostMs = 30_000;

/** A standby takes no writes until it is promoted, and has the sessions of every process at once. */
const passing = new Set(['database_unreachable', 'database_read_only', 'too_few_connections', 'no_log']);

/** Whether a failure of a start ends by itself while a failover is under way. */
function mayPass(error: unknown, waitedMs: number): boolean {
  if (!(error instanceof OperatorError)) return true;
  if (error.code === 'already_running') return waitedMs < heldAtMostMs;
  return passing.has(error.code);
}
