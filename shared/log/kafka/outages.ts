import { messageOf } from '../../errors.ts';
import type { Logger } from '../../logger.ts';

/** Tells an outage once when it begins and once when it is over, however many partitions it hits. */
export interface Outages {
  at(place: string): Outage;
}

/** What one place sees of it. */
export interface Outage {
  goesOn(error: unknown): void;
  ended(): void;
}

/** `what` cannot be done meanwhile, as in "the event log cannot be written". */
export function createOutages(logger: Logger, what: string): Outages {
  const places = new Set<string>();
  let since = 0;

  return {
    at: (place) => ({
      goesOn: (error) => {
        if (places.size === 0) {
          since = performance.now();
          logger.warn({ place, error: messageOf(error) }, `${what}, trying again until it works`);
        }
        places.add(place);
      },
      ended: () => {
        if (!places.delete(place) || places.size > 0) return;
        logger.info(
          { seconds: Math.round((performance.now() - since) / 1_000) },
          'the event log works again',
        );
      },
    }),
  };
}
