import type { TimedEvent } from '../../../shared/log/journal.ts';

/** More than the 20 s and less that lie between most events of a mixed log. */
const behindMs = 60_000;

/** As where each seventh event was taken by a broker whose clock is a minute behind. */
export function withFallingTimes(events: readonly TimedEvent[]): TimedEvent[] {
  return events.map((event, index) => ({
    ...event,
    appendTime: event.appendTime - (index % 7 === 6 ? behindMs : 0),
  }));
}
