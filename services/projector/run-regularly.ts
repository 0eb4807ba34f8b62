import type { Logger } from '../../shared/logger.ts';

export interface RegularWork {
  /** Ends after the run under way, or once that has had its time. */
  stop(): Promise<void>;
}

export interface RegularWorkOptions {
  /** For the log: `log maintenance`. */
  readonly name: string;
  /** From the end of one run to the start of the next, so that runs never overlap. */
  readonly everyMs: number;
  /** How long `stop` waits for a run under way. */
  readonly stopWithinMs: number;
  readonly logger: Logger;
}

/** Does `work` again and again. A failure is logged once per streak, and the work is tried again at its next time. */
export function runRegularly(work: () => Promise<unknown>, options: RegularWorkOptions): RegularWork {
  const { name, everyMs, stopWithinMs, logger } = options;
  let failing = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    try {
      await work();
      if (failing) logger.info({ work: name }, 'regular work succeeds again');
      failing = false;
    } catch (error) {
      if (!failing)
        logger.warn({ err: error, work: name }, 'regular work failed, trying again at its next time');
      failing = true;
    }
    schedule();
  }

  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      running = run();
    }, everyMs);
  }
  schedule();

  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const limit = setTimeout(resolve, stopWithinMs);
      await Promise.race([running, late]);
      clearTimeout(limit);
    },
  };
}
