import { Temporal } from 'temporal-polyfill';
import { dayMs } from './durations.ts';

/**
 * The first instant of the local day, epoch ms. Midnight can be missing, or come twice: the first
 * counts, but PostgreSQL would give the second (rules/xp.md#day).
 */
export function startOfLocalDay(now: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).startOfDay()
    .epochMilliseconds;
}

/** The year of the local date. @param now epoch ms */
export function localYear(now: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).year;
}

/**
 * The first instants of the local days of a year and of the following 1 January, epoch ms. A day
 * that the zone left out begins with the next day.
 */
export function startsOfLocalDays(year: number, timeZone: string): number[] {
  const first = Temporal.PlainDate.from({ year, month: 1, day: 1 });
  const starts: number[] = [];
  let start = 0;
  // Asking Temporal for each day would take 20 ms a year.
  let hasDaysOf24HoursUntil = Number.NEGATIVE_INFINITY;
  for (let day = 0; day <= first.daysInYear; day += 1) {
    if (start + dayMs < hasDaysOf24HoursUntil) {
      start += dayMs;
    } else {
      const date = first.add({ days: day });
      const begin = date.toZonedDateTime(timeZone);
      start = begin.epochMilliseconds;
      const isAtMidnight = begin.toPlainDateTime().equals(date.toPlainDateTime());
      const next = begin.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
      hasDaysOf24HoursUntil = isAtMidnight ? next : Number.NEGATIVE_INFINITY;
    }
    starts.push(start);
  }
  return starts;
}
