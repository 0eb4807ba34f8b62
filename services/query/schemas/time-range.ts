import { dayMs } from '../../../shared/domain/durations.ts';
import { invalid } from '../errors/api-error.ts';
import { dateTime } from './parameters.ts';

export const rangeParameters = {
  from: dateTime.optional().meta({
    description:
      'Start of the range, included. Must not be after `to`. When omitted, the range has its default length.',
    sample: '2026-09-07T00:00:00Z',
  }),
  to: dateTime.optional().meta({
    description: 'End of the range, not included. Now when omitted.',
    sample: '2026-09-14T20:00:00+02:00',
  }),
};

export interface RangeQuery {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * [from, to) in epoch ms. Equal ends are an empty range; a future `to` is valid
 * (rules/histories.md#ranges).
 */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** @throws ApiError 400 when `from` is after `to` */
export function resolveTimeRange(query: RangeQuery, now: number, defaultSpanMs: number): TimeRange {
  const to = query.to ?? now;
  const from = query.from ?? Math.max(0, to - defaultSpanMs);
  if (from > to) throw invalid('from', 'must not be after to');
  return { from, to };
}

/**
 * The default length of a range, except for xp (read-api.md 8;
 * rules/additions.md#events-of-a-time-range).
 */
export const historySpanMs = 30 * dayMs;
export const xpSpanMs = 7 * dayMs;

/** A range without a start or an end is open. */
export const eventRangeParameters = {
  from: dateTime.optional().meta({
    description: 'Start of a range by `occurred_at`, included; the first event when omitted.',
    sample: '2026-09-07T00:00:00Z',
  }),
  to: dateTime.optional().meta({
    description: 'End of a range by `occurred_at`, not included; the newest event is in when omitted.',
    sample: '2026-09-14T20:00:00+02:00',
  }),
};

/** Epoch ms. @throws ApiError 400 when `from` is after `to` */
export function eventRangeOf(query: RangeQuery) {
  const { from = null, to = null } = query;
  if (from !== null && to !== null && from > to) throw invalid('from', 'must not be after to');
  return { from, to };
}
