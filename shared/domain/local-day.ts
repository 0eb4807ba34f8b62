import { Temporal } from 'temporal-polyfill';

/**
 * The first instant of the local day of `now` in an IANA time zone, epoch ms. Midnight can be
 * missing (the day begins at 01:00) or come twice (the first counts). Never computed in SQL,
 * because PostgreSQL gives the second of two midnights (decisions.md, `day`).
 */
export function startOfLocalDay(now: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).startOfDay()
    .epochMilliseconds;
}
