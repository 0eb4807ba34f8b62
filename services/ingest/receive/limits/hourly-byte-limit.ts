import { minuteMs } from '../../../../shared/domain/durations.ts';

/** Bytes that came in within an hour, by minutes: at most 60 of them are kept. */
export interface HourlyBytes {
  /**
   * Counts the bytes unless there is no room for them within the hour, which is full then until there is.
   * @param now monotonic ms
   * @returns 0, or the seconds until there is room
   */
  take(bytes: number, now: number): number;
  /** How many seconds the hour is still full for. @param now monotonic ms */
  fullFor(now: number): number;
}

const hourMinutes = 60;

export function createHourlyBytes(bytesMax: number): HourlyBytes {
  let minutes: { readonly minute: number; bytes: number }[] = [];
  /** Monotonic ms. */
  let fullUntil = Number.NEGATIVE_INFINITY;

  /** The minute that has to leave the hour before there is room for these bytes. */
  function makesSpace(bytes: number): number {
    let rest = minutes.reduce((sum, entry) => sum + entry.bytes, bytes) - bytesMax;
    const last = minutes.find((entry) => {
      rest -= entry.bytes;
      return rest <= 0;
    });
    return last?.minute ?? minutes.at(-1)?.minute ?? 0;
  }

  function fullFor(now: number): number {
    return Math.max(0, Math.ceil((fullUntil - now) / 1_000));
  }

  return {
    fullFor,
    take: (bytes, now) => {
      const minute = Math.floor(now / minuteMs);
      if (minutes[0] !== undefined && minutes[0].minute <= minute - hourMinutes) {
        minutes = minutes.filter((entry) => entry.minute > minute - hourMinutes);
      }
      const held = minutes.reduce((sum, entry) => sum + entry.bytes, 0);
      if (held > 0 && held + bytes > bytesMax) {
        fullUntil = (makesSpace(bytes) + hourMinutes) * minuteMs;
        return Math.max(1, fullFor(now));
      }
      const newest = minutes.at(-1);
      if (newest?.minute === minute) newest.bytes += bytes;
      else minutes.push({ minute, bytes });
      return 0;
    },
  };
}
