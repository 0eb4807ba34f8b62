import type { Logger } from '../observability/logger.ts';
import { within } from './waiting.ts';

export interface RegularWork {
  /** Resolves after the current run, or after `stopWithinMs` if that takes longer. */
  stop(): Promise<void>;
}

export interface RegularWorkOptions {
  /** Names the work in the log, like `log maintenance`. */
  readonly name: string;
  /** The pause between the end of a run and the start of the next; runs never overlap. */
  readonly everyMs: number;
  /** The pause before the first run; 0 for at once, and `everyMs` when not given. */
  readonly firstAfterMs?: number;
  /** How long `stop` waits for the current run. */
  readonly stopWithinMs: number;
  readonly logger: Logger;
}

/** Runs `work` again and again. Of consecutive failures only the first is logged; the next run follows as usual. */
export function runRegularly(work: () => Promise<unknown>, options: RegularWorkOptions): RegularWork {
  const { name, everyMs, firstAfterMs = everyMs, stopWithinMs, logger } = options;
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
    schedule(everyMs);
  }

  function schedule(afterMs: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      running = run();
    }, afterMs);
  }
  // Begun here, so that whoever stops it waits for it.
  if (firstAfterMs === 0) running = run();
  else schedule(firstAfterMs);

  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await within(stopWithinMs, running, () => {});
    },
  };
}
