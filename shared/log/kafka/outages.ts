import { messageOf } from '../../errors.ts';
import type { Logger } from '../../logger.ts';

/** Logs an outage that lasts once, and once when it is over, however many partitions it affects. */
export interface Outages {
  at(place: string): Outage;
}

/** The outage as seen at one place. */
export interface Outage {
  failed(error: unknown): void;
  ended(): void;
}

/** Longer than a change of leaders takes. */
const reportAfterMs = 1_000;

/** @param what the log line, like "the event log cannot be written" */
export function createOutages(logger: Logger, what: string): Outages {
  const places = new Set<string>();
  let since = 0;
  let reported = false;

  function secondsSince(): number {
    return Math.round((performance.now() - since) / 1_000);
  }

  return {
    at: (place) => ({
      failed: (error) => {
        if (places.size === 0) since = performance.now();
        places.add(place);
        if (reported || performance.now() < since + reportAfterMs) return;
        reported = true;
        logger.warn({ place, error: messageOf(error) }, `${what}, trying again until it works`);
      },
      ended: () => {
        if (!places.delete(place) || places.size > 0) return;
        if (reported) logger.info({ seconds: secondsSince() }, 'the event log works again');
        reported = false;
      },
    }),
  };
}
