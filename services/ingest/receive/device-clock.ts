import { minuteMs } from '../../../shared/domain/durations.ts';
import { isPlausibleTime, type ReportTimes } from '../facts/correct-times.ts';

/** Estimates the error of a PC's clock from the report with the smallest delay of the last hour. */
export interface DeviceClock {
  /**
   * Dates a report (rules/presence.md#time-of-a-report).
   * @param sentAt by the PC's clock, epoch ms
   * @param receivedAt epoch ms
   * @param now monotonic ms, so that a step of the hub's own clock makes no report look late
   */
  observe(sentAt: number | null, receivedAt: number, now: number, canBeResent: boolean): ReportTimes;
}

const hourMinutes = 60;
export const lateAfterMs = 30_000;
/** This many late reports in a row with about the same delay show a clock that was set back. */
const setBackReports = 3;
const sameDelayMs = 10_000;

interface Delay {
  readonly minute: number;
  /**
   * The monotonic time of receipt minus the PC's epoch time of sending, ms. Only differences of
   * delays mean something.
   */
  readonly delay: number;
}

export function createDeviceClock(): DeviceClock {
  const fastest = createFastestReports();
  /** Late reports in a row that the plugin never resends, with about the same delay. */
  let lateReports: readonly Delay[] = [];

  function learn(report: Delay, canBeResent: boolean): void {
    fastest.learn(report);
    if (report.delay - fastest.smallest() <= lateAfterMs) lateReports = [];
    else if (!canBeResent) lateReports = withSameDelay(lateReports, report);
    if (lateReports.length < setBackReports) return;
    fastest.forgetAll();
    for (const late of lateReports) fastest.learn(late);
    lateReports = [];
  }

  return {
    observe: (sentAt, receivedAt, now, canBeResent) => {
      const minute = Math.floor(now / minuteMs);
      const usable = sentAt !== null && isPlausibleTime(sentAt, receivedAt) ? sentAt : null;
      fastest.forgetBefore(minute - hourMinutes);
      if (usable !== null) learn({ minute, delay: now - usable }, canBeResent);
      const smallest = fastest.smallest();
      if (smallest === Number.POSITIVE_INFINITY) {
        return { receivedAt, at: receivedAt, isLate: false, offset: 0 };
      }
      const offset = receivedAt - Math.round(now - smallest);
      const at = usable === null ? receivedAt : Math.min(receivedAt, usable + offset);
      return { receivedAt, at, isLate: receivedAt - at > lateAfterMs, offset };
    },
  };
}

function withSameDelay(reports: readonly Delay[], report: Delay): readonly Delay[] {
  const other = reports.findLastIndex(({ delay }) => Math.abs(delay - report.delay) > sameDelayMs);
  return [...reports.slice(other + 1), report];
}

/** The smallest delay of each minute. */
function createFastestReports() {
  let minima: Delay[] = [];
  return {
    /** Infinity while no delay is known. */
    smallest: () => minima.reduce((least, { delay }) => Math.min(least, delay), Number.POSITIVE_INFINITY),
    /** @param report not of an earlier minute than the last learned report */
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
