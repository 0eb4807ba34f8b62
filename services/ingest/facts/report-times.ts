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
  /**
   * @param now monotonic ms, so that a step of the hub's own clock makes no report look late
   * @param carriesEvents a plugin keeps only such reports, to send them later: no other is late by waiting
   */
  observe(sent: number | null, receivedAt: number, now: number, carriesEvents: boolean): ReportTimes;
}

const hourMinutes = 60;
/** A PC that says an earlier year has no clock worth asking; the game did not exist. */
const earliestSent = Date.UTC(2013, 0, 1);
/** A report is late when it comes so long after it was sent. */
export const lateAfterMs = 30_000;
const eventAgeMaxMs = 15 * minuteMs;
/** So many late reports in a row without events, with delays that close to each other, show a clock that was set back. */
const setBackReports = 3;
const sameDelayMs = 10_000;

/** By monotonic time: in which minute a report came, and how many ms after the time that the PC gave it. */
interface Delay {
  readonly minute: number;
  readonly delay: number;
}

/** decisions.md, Time of a report. */
export function createDeviceClock(): DeviceClock {
  const fastest = createFastestReports();
  /** Reports without events that came late, since one came in time. */
  let lateRow: readonly Delay[] = [];

  function learn(report: Delay, carriesEvents: boolean): void {
    fastest.learn(report);
    if (report.delay - fastest.smallest() <= lateAfterMs) lateRow = [];
    else if (!carriesEvents) lateRow = inARow(lateRow, report);
    if (lateRow.length < setBackReports) return;
    fastest.forgetAll();
    for (const late of lateRow) fastest.learn(late);
    lateRow = [];
  }

  return {
    observe: (sent, receivedAt, now, carriesEvents) => {
      const minute = Math.floor(now / minuteMs);
      const usable = sent !== null && isBelievable(sent, receivedAt) ? sent : null;
      fastest.forgetBefore(minute - hourMinutes);
      if (usable !== null) learn({ minute, delay: now - usable }, carriesEvents);
      const smallest = fastest.smallest();
      if (smallest === Number.POSITIVE_INFINITY)
        return { receivedAt, at: receivedAt, late: false, offset: 0 };
      const offset = receivedAt - Math.round(now - smallest);
      const at = usable === null ? receivedAt : Math.min(receivedAt, usable + offset);
      return { receivedAt, at, late: receivedAt - at > lateAfterMs, offset };
    },
  };
}

/** The newest late reports, this one the last, as far back as all have about the same delay. */
function inARow(row: readonly Delay[], report: Delay): readonly Delay[] {
  const other = row.findLastIndex(({ delay }) => Math.abs(delay - report.delay) > sameDelayMs);
  return [...row.slice(other + 1), report];
}

/** The smallest delays of single minutes, at most 61 of them. */
function createFastestReports() {
  let minima: Delay[] = [];
  return {
    /** Infinity while none is known. */
    smallest: () => minima.reduce((least, { delay }) => Math.min(least, delay), Number.POSITIVE_INFINITY),
    /** @param report of the newest minute, or a later one */
    learn: (report: Delay) => {
      const newest = minima.at(-1);
      if (newest?.minute !== report.minute) minima.push(report);
      else if (report.delay < newest.delay) minima[minima.length - 1] = report;
    },
    forgetBefore: (minute: number) => {
      if (minima[0] !== undefined && minima[0].minute < minute) {
        minima = minima.filter((entry) => entry.minute >= minute);
      }
    },
    forgetAll: () => {
      minima = [];
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
