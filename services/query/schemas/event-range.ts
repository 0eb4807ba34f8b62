import { invalid } from '../errors/api-error.ts';
import { dateTime } from './parameters.ts';

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

interface EventRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** Epoch ms. @throws ApiError 400 when `from` is after `to` */
export function eventRangeOf(query: {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}): EventRange {
  const { from = null, to = null } = query;
  if (from !== null && to !== null && from > to) throw invalid('from', 'must not be after to');
  return { from, to };
}
