import { Temporal } from 'temporal-polyfill';

/**
 * The first instant whose local date is that of `now` in an IANA time zone, epoch ms. Midnight can be missing (the day
 * begins at 01:00) or come twice (the first counts), so this is computed here and never in SQL: PostgreSQL gives the
 * second midnight where it comes twice (decisions.md, `day`).
 */
export function startOfLocalDay(now: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).startOfDay()
    .epochMilliseconds;
}
