import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { gameEventRecorded } from '../../shared/events/types/game-event-recorded.ts';

/**
 * The ids of equal events that a plugin sent without an id and a time. Records of these events have
 * the same `event_id` (plugin-protocols.md, Event identity), and the feed gives it to the first
 * event. The id of a later event begins with the first ten bytes of this `event_id`, which no other
 * event has. The sequence of the later event follows. So the id is the same in every rebuild, and
 * the index of the ids finds the newest event.
 */
export interface RepeatedEventIds {
  readonly event_id: string;
  /** The lowest and the highest possible id of a later event. */
  readonly from: string;
  readonly to: string;
}

/**
 * A record that comes within this time after an equal event is a resend of the event; ms by the
 * log's clock.
 */
const resentWithinDefaultMs = 120_000;
type GameRecord = RecordedEventOf<typeof gameEventRecorded>;

const sharedLength = 'xxxxxxxx-xxxx-xxxx-xxxx-'.length;
const sequenceDigits = 12;

/**
 * Whether a record reports an event that is stored.
 * @param storedAt record time of the newest stored event that has the record's id or equals the
 * record, epoch ms
 */
export function isResend(record: GameRecord, storedAt: number): boolean {
  const { undated, resent_within_ms: withinMs = resentWithinDefaultMs } = record.data;
  return undated !== true || record.recordTime - storedAt <= withinMs;
}

/** The id of an event that happened again. @param seq its sequence */
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
