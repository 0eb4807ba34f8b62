/**
 * Ids of equal events that a plugin sent without an id and a time (plugin-protocols.md, Event
 * identity). The first event has `event_id`. A later event has the first ten bytes of `event_id`,
 * then its sequence. So rebuilds give the same id, and the newest event has the highest id.
 */
export interface RepeatedEventIds {
  readonly event_id: string;
  /** The lowest and the highest possible id of a later event. */
  readonly from: string;
  readonly to: string;
}

const sharedLength = 'xxxxxxxx-xxxx-xxxx-xxxx-'.length;
const sequenceDigits = 12;

export function idOfRepeatedEvent(eventId: string, seq: number): string {
  return `${eventId.slice(0, sharedLength)}${seq.toString(16).padStart(sequenceDigits, '0')}`;
}

export function repeatedEventIds(eventId: string): RepeatedEventIds {
  const shared = eventId.slice(0, sharedLength);
  return {
    event_id: eventId,
    from: shared + '0'.repeat(sequenceDigits),
    to: shared + 'f'.repeat(sequenceDigits),
  };
}
