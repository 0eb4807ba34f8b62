import type { HubEvent } from '../../../../../shared/client/api.ts';

/**
 * Newest first by the time that the lines show: the hub stores a late event after newer events.
 * @param events newest stored first
 */
export function sortByOccurrence(events: readonly HubEvent[]): HubEvent[] {
  return events.toSorted((one, other) => timeOf(other) - timeOf(one));
}

function timeOf({ occurred_at: at }: HubEvent): number {
  return Date.parse(at);
}
