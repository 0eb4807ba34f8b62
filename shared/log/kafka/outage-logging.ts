import { messageOf } from '../../errors/errors.ts';
import type { Logger } from '../../observability/logger.ts';

/** Logs a lasting outage once, and its end once, for any number of places. */
export interface Outages {
  at(place: string): Outage;
}

export interface Outage {
  failed(error: unknown): void;
  ended(): void;
}

/** Longer than a change of leaders. */
const reportAfterMs = 1_000;
/**
 * A place without a failure for this long gets no more requests, for example a broker without
 * partitions.
 */
const forgottenAfterMs = 30_000;

/** @param what the log line, like "the event log cannot be written" */
export function createOutages(logger: Logger, what: string): Outages {
  const places = new Map<string, number>();
  let since = 0;
  let reported = false;

  function forgetSilent(): void {
    const until = performance.now() - forgottenAfterMs;
    for (const [place, failedAt] of places) if (failedAt < until) places.delete(place);
  }

  function endWhenEmpty(): void {
    if (places.size > 0) return;
    const seconds = Math.round((performance.now() - since) / 1_000);
    if (reported) logger.info({ seconds }, 'the event log works again');
    reported = false;
  }

  return {
    at: (place) => ({
      failed: (error) => {
        forgetSilent();
        endWhenEmpty();
        const now = performance.now();
        if (places.size === 0) since = now;
        places.set(place, now);
        if (reported || now < since + reportAfterMs) return;
        reported = true;
        logger.warn({ place, error: messageOf(error) }, `${what}, trying again until it works`);
      },
      ended: () => {
        if (places.size === 0) return;
        places.delete(place);
        forgetSilent();
        endWhenEmpty();
      },
    }),
  };
}
