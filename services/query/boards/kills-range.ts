import { openEnd } from '../../../projections/boss-kills/queries/kills-of-accounts.ts';
import { startOfBucket } from '../../../shared/domain/xp-resolution.ts';
import { boardPeriodParameter, type Period, rangeOfBoard, timeZoneParameter } from '../schemas/period.ts';
import { type RangeQuery, rangeParameters, type TimeRange } from '../schemas/time-range.ts';

/** Parameters of boards of kills. */
export const killsRangeParameters = {
  period: boardPeriodParameter.meta({
    description: 'The kills in a period. Not together with `from` or `to`.',
    default: undefined,
  }),
  from: rangeParameters.from.meta({
    description: 'The kills from here on, cut to whole 5 minutes. The first report when only `to` is given.',
  }),
  to: rangeParameters.to.meta({ description: 'The kills before here, cut to whole 5 minutes.' }),
  tz: timeZoneParameter,
};

interface KillsRangeQuery extends RangeQuery {
  readonly period?: Period | undefined;
  readonly tz?: string | undefined;
}

/** Null for all kills that were ever reported, the default. @throws ApiError 400 */
export function killsRangeOf(
  { tz, ...query }: KillsRangeQuery,
  now: number,
  reader: { readonly timeZone: string },
): TimeRange | null {
  const { period, from, to } = query;
  if (period === undefined && from === undefined && to === undefined) return null;
  const range = rangeOfBoard(query, now, tz ?? reader.timeZone);
  return { from: startOfBucket(range.from), to: to === undefined ? openEnd : range.to };
}
