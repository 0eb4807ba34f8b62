import type { Logger } from './logger.ts';

/** Work that many events request, and of which one run serves all requests so far. */
export interface SpacedRuns {
  /** Requests a run. Many calls lead to one run; calls during a run lead to one more run after it. */
  soon(): void;
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
}

/** Runs `work` at once, then whenever it is requested and at least every `everyMs`; never two runs at a time. */
export function startSpacedRuns(options: SpacedRunsOptions): SpacedRuns {
  const { work, logger, failed, apartMs = 0, everyMs } = options;
  let startedAt = Number.NEGATIVE_INFINITY;
  let wanted = true;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let failing = false;
  let closed = false;

  function schedule(): void {
    clearTimeout(timer);
    if (closed || running !== undefined) return;
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
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
