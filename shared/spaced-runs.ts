import type { Logger } from './logger.ts';

/** Work that many events ask for and one run serves. */
export interface SpacedRuns {
  /** Runs soon, however often it is called. A call during a run leads to one more, which sees what caused the call. */
  soon(): void;
  /** Nothing runs after this resolves. */
  close(): Promise<void>;
}

export interface SpacedRunsOptions {
  readonly work: () => Promise<void>;
  readonly logger: Logger;
  /** Logged when `work` rejects, once until it resolves again. */
  readonly failed: string;
  /** From start to start, at least; 0 by default. */
  readonly apartMs?: number;
  /** From start to start, at most: for what no event tells of. */
  readonly everyMs: number;
}

/** Runs `work` one at a time: at once, whenever it is asked for, and every `everyMs` in any case. */
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
