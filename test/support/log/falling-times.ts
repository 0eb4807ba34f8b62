import type { TimedEvent } from '../../../shared/log/journal.ts';

/** Longer than most steps of a mixed log, which are 20 s. */
const behindMs = 60_000;

/** Gives every seventh event the time of a broker whose clock is a minute behind. */
export function withFallingTimes(events: readonly TimedEvent[]): TimedEvent[] {
  return events.map((event, index) => ({
    ...event,
    appendTime: event.appendTime - (index % 7 === 6 ? behindMs : 0),
  }));
}
