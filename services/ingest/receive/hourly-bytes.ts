import { minuteMs } from '../../../shared/domain/durations.ts';

/** Bytes that came in within an hour, by minutes: at most 60 of them are kept. */
export interface HourlyBytes {
  /**
   * Counts the bytes unless there is no room for them within the hour. @param now monotonic ms
   * @returns 0, or the seconds until there is room
   */
  take(bytes: number, now: number): number;
}

const hourMinutes = 60;

export function createHourlyBytes(bytesMax: number): HourlyBytes {
  let minutes: { readonly minute: number; bytes: number }[] = [];

  /** The minute that has to leave the hour before there is room for these bytes. */
  function makesSpace(bytes: number): number {
    let rest = minutes.reduce((sum, entry) => sum + entry.bytes, bytes) - bytesMax;
    const last = minutes.find((entry) => {
      rest -= entry.bytes;
      return rest <= 0;
    });
    return last?.minute ?? minutes.at(-1)?.minute ?? 0;
  }

  return {
    take: (bytes, now) => {
      const minute = Math.floor(now / minuteMs);
      if (minutes[0] !== undefined && minutes[0].minute <= minute - hourMinutes) {
        minutes = minutes.filter((entry) => entry.minute > minute - hourMinutes);
      }
      const held = minutes.reduce((sum, entry) => sum + entry.bytes, 0);
      if (held > 0 && held + bytes > bytesMax) {
        return Math.max(1, Math.ceil(((makesSpace(bytes) + hourMinutes) * minuteMs - now) / 1_000));
      }
      const newest = minutes.at(-1);
      if (newest?.minute === minute) newest.bytes += bytes;
      else minutes.push({ minute, bytes });
      return 0;
    },
  };
}
