import type { Logger } from '../observability/logger.ts';
import { within } from './waiting.ts';

/** Work that many events request, and of which one run serves all requests so far. */
export interface SpacedRuns {
  /** Requests a run. Many calls lead to one run; calls during a run lead to one more run after it. */
  soon(): void;
  /** Notes that somebody wants what the runs keep current. @returns false after a rest, until a run that began after it succeeds */
  asked(): boolean;
  /** Asks for a run that begins after the call. @returns whether it succeeded within that time */
  renewed(withinMs: number): Promise<boolean>;
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
  const { apartMs = 0, everyMs, restAfterMs = Number.POSITIVE_INFINITY } = options;
  const attempt = logFailures(options);
  let startedAt = Number.NEGATIVE_INFINITY;
  let wanted = true;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let closed = false;
  let askedAt = performance.now();
  let resting = false;
  /** Nothing has succeeded since the last rest. */
  let outdated = false;
  /** Resolved by the next run that starts. */
  let next: PromiseWithResolvers<boolean> | undefined;

  function schedule(): void {
    clearTimeout(timer);
    if (closed || running !== undefined) return;
    resting = performance.now() - askedAt > restAfterMs;
    if (resting) {
      outdated = true;
      return;
    }
    const waitMs = startedAt + (wanted ? apartMs : everyMs) - performance.now();
    timer = setTimeout(start, Math.max(0, waitMs));
  }

  function start(): void {
    startedAt = performance.now();
    wanted = false;
    const waitedFor = next;
    next = undefined;
    running = attempt().then((succeeded) => {
      if (succeeded) outdated = false;
      waitedFor?.resolve(succeeded);
      running = undefined;
      schedule();
    });
  }

  function soon(): void {
    if (wanted && !resting) return;
    wanted = true;
    schedule();
  }

  function asked(): boolean {
    askedAt = performance.now();
    if (resting) soon();
    return !outdated;
  }

  schedule();
  return {
    soon,
    asked,
    renewed: (withinMs) => {
      next ??= Promise.withResolvers();
      asked();
      soon();
      return within(withinMs, next.promise, () => false);
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Runs the work, and logs that it fails once until it succeeds again. @returns whether it succeeded */
function logFailures({ work, logger, failed }: SpacedRunsOptions): () => Promise<boolean> {
  let failing = false;
  return async () => {
    try {
      await work();
      failing = false;
    } catch (error) {
      if (!failing) logger.warn({ err: error }, failed);
      failing = true;
    }
    return !failing;
  };
}
