import { dayMs, minuteMs } from '../../../shared/domain/durations.ts';

/** Times by the hub's clock, epoch ms (rules/presence.md#time-of-a-report). */
export interface ReportTimes {
  readonly receivedAt: number;
  /** min(received, sent + the device's smallest delay). */
  readonly at: number;
  /** The report waited in the plugin, so it describes a past state. */
  readonly isLate: boolean;
  /** Ms to add to a time by the PC's clock; 0 while nothing is known of that clock. */
  readonly offset: number;
}

/** The game did not exist earlier. */
const earliestSent = Date.UTC(2013, 0, 1);
const eventAgeMaxMs = 15 * minuteMs;

/** Converts a time of the PC's clock; at most the time of receipt. Null for an impossible time. */
export function correctTime(timestamp: number, times: ReportTimes): number | null {
  if (!isPlausibleTime(timestamp, times.receivedAt)) return null;
  return Math.min(times.receivedAt, timestamp + times.offset);
}

/** The event's own time, else the report's time; at most 15 minutes before receipt. */
export function occurredAt(timestamp: number | null, times: ReportTimes): number {
  const corrected = timestamp === null ? null : correctTime(timestamp, times);
  return Math.max(corrected ?? times.at, times.receivedAt - eventAgeMaxMs);
}

export function isPlausibleTime(sent: number, receivedAt: number): boolean {
  return sent >= earliestSent && sent <= receivedAt + dayMs;
}
