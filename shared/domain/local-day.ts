import { Temporal } from 'temporal-polyfill';

/**
 * The first instant of the local day, epoch ms. Midnight can be missing, or come twice: the first
 * counts, but PostgreSQL would give the second (rules/xp.md#day).
 */
export function startOfLocalDay(now: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).startOfDay()
    .epochMilliseconds;
}
