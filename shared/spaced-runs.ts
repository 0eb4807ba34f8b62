import type { Logger } from './logger.ts';

/** Work that many events request, and of which one run serves all requests so far. */
export interface SpacedRuns {
  /** Requests a run. Many calls lead to one run; calls during a run lead to one more run after it. */
  soon(): void;
  /** Notes that somebody wants what the runs keep current. @returns false after a rest, until a run that began after it succeeds */
  asked(): boolean;
  /** Nothing runs after this resolves. */
  close(): Promise<void>;
}

export interface SpacedRunsOptions {
  readonly work: () => Promise<void>;
  readonly logger: Logger;
  /** Logged when `work` rejects, once until it resolves again. */
  readonly failed: string;
  /** The shortest time from start to start; 0 by default. */
  readonly apartMs?: number;
  /** The longest time from start to start, in case an event was missed. */
  readonly everyMs: number;
  /** Nothing runs while nobody has asked for this long; runs whether asked or not when left out. */
  readonly restAfterMs?: number;
}

/** Runs `work` at once, then whenever it is requested and at least every `everyMs`; never two runs at a time. */
export function startSpacedRuns(options: SpacedRunsOptions): SpacedRuns {
  const { work, logger, failed, apartMs = 0, everyMs, restAfterMs = Number.POSITIVE_INFINITY } = options;
  let startedAt = Number.NEGATIVE_INFINITY;
  let wanted = true;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let failing = false;
  let closed = false;
  let askedAt = performance.now();
  let resting = false;
  /** Nothing has succeeded since the last rest. */
  let outdated = false;

  function schedule(): void {
    clearTimeout(timer);
    if (closed || running !== undefined) return;
    if (performance.now() - askedAt > restAfterMs) {
      resting = true;
      outdated = true;
      return;
    }
    const waitMs = startedAt + (wanted ? apartMs : everyMs) - performance.now();
    timer = setTimeout(start, Math.max(0, waitMs));
  }

  function start(): void {
    startedAt = performance.now();
    wanted = false;
    running = run().finally(() => {
      running = undefined;
      schedule();
    });
  }

  async function run(): Promise<void> {
    try {
      await work();
      failing = false;
      outdated = false;
    } catch (error) {
      if (!failing) logger.warn({ err: error }, failed);
      failing = true;
    }
  }

  schedule();
  return {
    soon: () => {
      if (wanted) return;
      wanted = true;
      schedule();
    },
    asked: () => {
      askedAt = performance.now();
      if (resting) {
        resting = false;
        wanted = true;
        schedule();
      }
      return !outdated;
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
