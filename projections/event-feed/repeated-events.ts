import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { gameEventRecorded } from '../../shared/events/types/game-event-recorded.ts';

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

/** An equal record within this time is a resend; ms by the log's clock. */
const resentWithinDefaultMs = 120_000;
type GameRecord = RecordedEventOf<typeof gameEventRecorded>;

const sharedLength = 'xxxxxxxx-xxxx-xxxx-xxxx-'.length;
const sequenceDigits = 12;

/**
 * @param storedAt record time of the newest stored event with the id or the content of the record,
 * epoch ms
 */
export function isResend(record: GameRecord, storedAt: number): boolean {
  const { undated, resent_within_ms: withinMs = resentWithinDefaultMs } = record.data;
  return undated !== true || record.recordTime - storedAt <= withinMs;
}

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
