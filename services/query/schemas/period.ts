import { z } from 'zod';
import { dayMs } from '../../../shared/domain/durations.ts';
import { startOfLocalDay } from '../../../shared/domain/local-day.ts';
import { canonicalTimeZone } from '../../../shared/domain/member.ts';
import { startOfBucket } from '../../../shared/domain/xp-resolution.ts';
import { invalid } from '../errors/api-error.ts';
import { nullableOpenEnum, openEnum } from './open-enum.ts';
import { type RangeQuery, resolveTimeRange, type TimeRange } from './time-range.ts';

export const Period = z.enum(['day', 'week', 'month', 'year'], {
  error: 'must be day, week, month or year',
});
export const periodParameter = Period.meta({
  description:
    "`day` begins at midnight in the time zone of the key's creator. `week`, `month` and `year` are the last 7, 30 and 365 days.",
  example: 'week',
});
/** Next to `from` and `to`, for `rangeOfBoard`. */
export const boardPeriodParameter = periodParameter.optional().meta({
  description: '`day` when omitted. Not together with `from` or `to`, with which the answer says `range`.',
  default: 'day',
  example: 'week',
});
export const timeZoneParameter = z
  .string()
  .max(64, 'must have at most 64 characters')
  .refine((zone) => canonicalTimeZone(zone) !== null, 'must be an IANA time zone')
  .optional()
  .meta({
    description: "An IANA time zone for `period=day`, instead of the zone of the key's creator.",
    example: 'Europe/Amsterdam',
  });
export type Period = z.infer<typeof Period>;

export const PeriodInAnswer = openEnum('Period', Period.options);
export const AnsweredPeriodOrNull = nullableOpenEnum(
  'PeriodOrNull',
  Period.options,
  'Null for an explicit range.',
);

const daysOf = { week: 7, month: 30, year: 365 } as const;

/** See read-api.md 4.2. @param timeZone decides when `day` begins */
export function rangeOfPeriod(period: Period, now: number, timeZone: string): TimeRange {
  const from = period === 'day' ? startOfLocalDay(now, timeZone) : now - daysOf[period] * dayMs;
  return { from, to: now };
}

interface PeriodOrRange extends RangeQuery {
  readonly period?: Period | undefined;
}
type Rounding = (at: number) => number;

/**
 * The range of a leaderboard, a day when the request gives nothing. `to` alone begins at the first
 * report.
 * @param round of explicit ends
 * @throws ApiError 400 on `period` or `from`
 */
export function rangeOfBoard(
  asked: PeriodOrRange,
  now: number,
  timeZone: string,
  round?: Rounding,
): TimeRange & { readonly period: Period | 'range' } {
  const first = asked.to === undefined ? undefined : 0;
  const explicit = explicitRange({ ...asked, from: asked.from ?? first }, now, round);
  if (explicit !== null) return { period: 'range', ...explicit };
  const { period = 'day' } = asked;
  return { period, ...rangeOfPeriod(period, now, timeZone) };
}

/**
 * The range of gains, by default rounded down to their buckets. Null when the request gives a
 * period or nothing.
 * @throws ApiError 400 on `period`, `to` or `from`
 */
export function explicitRange(
  { period, from, to }: PeriodOrRange,
  now: number,
  round: Rounding = startOfBucket,
): TimeRange | null {
  if (from === undefined && to === undefined) return null;
  if (period !== undefined) throw invalid('period', 'must not be given together with from or to');
  if (from === undefined) throw invalid('to', 'must not be given without from');
  const range = resolveTimeRange({ from, to }, now, 0);
  return { from: round(range.from), to: to === undefined ? range.to : round(to) };
}
