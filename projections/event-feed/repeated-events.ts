import type { GameEvent } from '../../shared/events/types/game-event-recorded.ts';

/**
 * Events without an id and a time, so that records of two equal events name the same id
 * (plugin-protocols.md, Event identity). The feed gives this id to the first event. A later event
 * gets the first ten bytes of it, which no other event shares, and its sequence. So the id is the
 * same in every rebuild, and the index of the ids finds the newest event.
 */
export interface RepeatedEventIds {
  readonly event_id: string;
  /** The lowest and the highest id of a later one. */
  readonly from: string;
  readonly to: string;
}

/** A record is a resend of an event alike that was stored so long ago or less, by the log's clock, ms. */
const resentWithinMs = 120_000;
const sharedLength = 'xxxxxxxx-xxxx-xxxx-xxxx-'.length;
const sequenceDigits = 12;

/**
 * Whether a record tells of an event that is stored.
 * @param recordTime of the record, epoch ms
 * @param storedAt record time of the newest event with its id, or alike
 */
export function isResend({ undated }: GameEvent, recordTime: number, storedAt: number): boolean {
  return undated !== true || recordTime - storedAt <= resentWithinMs;
}

/** The id of an event that happened again. @param seq its sequence */
export function idOfRepeat(eventId: string, seq: number): string {
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
