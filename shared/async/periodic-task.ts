import type { Logger } from '../observability/logger.ts';
import { within } from './waiting.ts';

export interface PeriodicTask {
  /**
   * Requests before a run share that run. Requests during a run share one more run after it.
   * @returns whether the requested run succeeds; false also when the task is stopped before
   */
  requestRun(): Promise<boolean>;
  /** Starts no further run, and waits for the current run, for `stopWithinMs` at most. */
  stop(): Promise<void>;
}

export interface PeriodicTaskOptions {
  readonly name: string;
  readonly run: () => Promise<unknown>;
  /** From the end of a run to the start of the next run. */
  readonly everyMs: number;
  /** The default is 0: the first run starts at once. */
  readonly firstAfterMs?: number;
  /** From the start of a run to the start of a requested run; by default 0. */
  readonly minIntervalMs?: number;
  /** Asked when a run is due: false skips the run. */
  readonly isNeeded?: () => boolean;
  /** Whether no run is due after a skipped run, until a run is requested; false when not given. */
  readonly restsAfterSkip?: boolean;
  /** How long `stop` waits for the current run; by default 5 s. */
  readonly stopWithinMs?: number;
  readonly logger: Logger;
}

const stopWithinDefaultMs = 5_000;

/**
 * Calls `run` again and again, never twice at a time. Logs a failure once until a run succeeds
 * again.
 */
export function startPeriodicTask(options: PeriodicTaskOptions): PeriodicTask {
  const { everyMs, firstAfterMs = 0, minIntervalMs = 0, isNeeded = () => true } = options;
  const { restsAfterSkip = false } = options;
  const { stopWithinMs = stopWithinDefaultMs } = options;
  const attempt = logFailures(options);
  let startedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;
  let request: PromiseWithResolvers<boolean> | undefined;

  function schedule(afterMs: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(start, Math.max(0, afterMs));
  }

  function start(): void {
    // The run begins after the caller's turn, which may request the first run.
    running = Promise.resolve().then(runOnce);
  }

  async function runOnce(): Promise<void> {
    const answered = request;
    request = undefined;
    const isSkipped = !isNeeded();
    const hasSucceeded = !isSkipped && (await execute());
    running = undefined;
    answered?.resolve(hasSucceeded);
    if (request !== undefined) scheduleRequested();
    else if (!(isSkipped && restsAfterSkip)) schedule(everyMs);
  }

  function execute(): Promise<boolean> {
    startedAt = performance.now();
    return attempt();
  }

  function scheduleRequested(): void {
    schedule(startedAt + minIntervalMs - performance.now());
  }

  // Not `schedule(0)`: `stop` waits only for a run that has started.
  if (firstAfterMs === 0) start();
  else schedule(firstAfterMs);
  return {
    requestRun: () => {
      if (isStopped) return Promise.resolve(false);
      if (request !== undefined) return request.promise;
      request = Promise.withResolvers();
      if (running === undefined) scheduleRequested();
      return request.promise;
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      request?.resolve(false);
      if (running !== undefined) await within(stopWithinMs, running, () => {});
    },
  };
}

function logFailures({ name, run, logger }: PeriodicTaskOptions): () => Promise<boolean> {
  let isFailing = false;
  return async () => {
    try {
      await run();
      if (isFailing) logger.info({ task: name }, `${name} succeeds again`);
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.warn({ err: error, task: name }, `${name} failed, trying again`);
      isFailing = true;
    }
    return !isFailing;
  };
}
