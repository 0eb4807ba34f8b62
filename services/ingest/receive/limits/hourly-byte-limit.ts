import { minuteMs } from '../../../../shared/domain/durations.ts';

/** Counted by the minute. */
export interface HourlyByteLimit {
  /**
   * Bytes that would exceed the limit are not counted. Then `secondsUntilFree` is the time until
   * they fit.
   * @param now monotonic ms
   * @returns 0, or the seconds until the bytes fit
   */
  take(bytes: number, now: number): number;
  /** 0 while the limit is not reached. @param now monotonic ms */
  secondsUntilFree(now: number): number;
}

const hourMinutes = 60;

export function createHourlyByteLimit(bytesMax: number): HourlyByteLimit {
  let minutes: { readonly minute: number; bytes: number }[] = [];
  /** Monotonic ms. */
  let reachedUntil = Number.NEGATIVE_INFINITY;

  /** The newest minute that must be an hour old, so that the bytes fit. */
  function lastMinuteToExpire(bytes: number): number {
    let excess = minutes.reduce((sum, entry) => sum + entry.bytes, bytes) - bytesMax;
    const last = minutes.find((entry) => {
      excess -= entry.bytes;
      return excess <= 0;
    });
    return last?.minute ?? minutes.at(-1)?.minute ?? 0;
  }

  function secondsUntilFree(now: number): number {
    return Math.max(0, Math.ceil((reachedUntil - now) / 1_000));
  }

  return {
    secondsUntilFree,
    take: (bytes, now) => {
      const minute = Math.floor(now / minuteMs);
      if (minutes[0] !== undefined && minutes[0].minute <= minute - hourMinutes) {
        minutes = minutes.filter((entry) => entry.minute > minute - hourMinutes);
      }
      const counted = minutes.reduce((sum, entry) => sum + entry.bytes, 0);
      if (counted > 0 && counted + bytes > bytesMax) {
        reachedUntil = (lastMinuteToExpire(bytes) + hourMinutes) * minuteMs;
        return Math.max(1, secondsUntilFree(now));
      }
      const newest = minutes.at(-1);
      if (newest?.minute === minute) newest.bytes += bytes;
      else minutes.push({ minute, bytes });
      return 0;
    },
  };
}
