import { dayMs, minuteMs } from '../../../shared/domain/durations.ts';

/** When a report was sent by the hub's clock, as far as can be known. Times are epoch ms. */
export interface ReportTimes {
  readonly receivedAt: number;
  /** min(received, sent + the device's smallest delay): dates presence, sections, trail and sessions. */
  readonly at: number;
  /** The report waited in the plugin: what it says of the present is no longer true. */
  readonly late: boolean;
  /** What to add to a time by the PC's clock; 0 when nothing is known of that clock. */
  readonly offset: number;
}

/** The clock of one device's PC: how far it is off, judged by its fastest report of the last hour. */
export interface DeviceClock {
  /** @param now monotonic ms, so that a step of the hub's own clock makes no report look late */
  observe(sent: number | null, receivedAt: number, now: number): ReportTimes;
}

const hourMinutes = 60;
/** A PC that says an earlier year has no clock worth asking; the game did not exist. */
const earliestSent = Date.UTC(2013, 0, 1);
const lateAfterMs = 30_000;
const eventAgeMaxMs = 15 * minuteMs;

/** Smallest delays of single minutes, at most 61 of them. */
interface MinuteMinimum {
  readonly minute: number;
  delay: number;
}

/** decisions.md, Time of a report. */
export function createDeviceClock(): DeviceClock {
  let minima: MinuteMinimum[] = [];

  function forget(minute: number): void {
    if (minima[0] !== undefined && minima[0].minute < minute - hourMinutes) {
      minima = minima.filter((entry) => entry.minute >= minute - hourMinutes);
    }
  }

  function learn(delay: number, minute: number): void {
    const newest = minima.at(-1);
    if (newest?.minute === minute) newest.delay = Math.min(newest.delay, delay);
    else minima.push({ minute, delay });
  }

  return {
    observe: (sent, receivedAt, now) => {
      const minute = Math.floor(now / minuteMs);
      const usable = sent !== null && isBelievable(sent, receivedAt) ? sent : null;
      forget(minute);
      if (usable !== null) learn(now - usable, minute);
      if (minima.length === 0) return { receivedAt, at: receivedAt, late: false, offset: 0 };
      const smallest = minima.reduce((least, { delay }) => Math.min(least, delay), Number.POSITIVE_INFINITY);
      const offset = receivedAt - Math.round(now - smallest);
      const at = usable === null ? receivedAt : Math.min(receivedAt, usable + offset);
      return { receivedAt, at, late: receivedAt - at > lateAfterMs, offset };
    },
  };
}

/** A time by the PC's clock as the hub's clock would have shown it, never after the report was received. */
export function correctTime(timestamp: number, times: ReportTimes): number | null {
  if (!isBelievable(timestamp, times.receivedAt)) return null;
  return Math.min(times.receivedAt, timestamp + times.offset);
}

/** When a game event happened: its own time where it has one, kept within the 15 minutes before receipt. */
export function occurredAt(timestamp: number | null, times: ReportTimes): number {
  const corrected = timestamp === null ? null : correctTime(timestamp, times);
  return Math.max(corrected ?? times.at, times.receivedAt - eventAgeMaxMs);
}

function isBelievable(sent: number, receivedAt: number): boolean {
  return sent >= earliestSent && sent <= receivedAt + dayMs;
}
