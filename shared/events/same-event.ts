import { minuteMs } from '../domain/durations.ts';
import type { RecordedEventOf } from './event.ts';
import type { gameEventRecorded } from './types/game-event-recorded.ts';

/** The longest time between two reports of one event by two plugins, included. */
export const sameWithinMs = 15_000;
/**
 * How long after an event a record is compared with it, by record times. Reports of an event are at
 * most 15 minutes and 15 s apart. The rest is for different clocks and a slow log.
 */
export const comparedForMs = 20 * minuteMs;

/** An equal record within this time is a resend; ms by the log's clock. */
const resentWithinDefaultMs = 120_000;

/**
 * @param storedAt record time of the newest stored event with the id or the content of the record,
 * epoch ms
 */
export function isResend(
  { recordTime, data }: RecordedEventOf<typeof gameEventRecorded>,
  storedAt: number,
): boolean {
  const { undated, resent_within_ms: withinMs = resentWithinDefaultMs } = data;
  return undated !== true || recordTime - storedAt <= withinMs;
}
