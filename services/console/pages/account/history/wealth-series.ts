import type { AnswerOf } from '../../../../../shared/client/api.ts';
import type { ChartSeries } from '../../common/chart/chart-series.ts';
import { startOfDate, startOfDay } from '../../common/text/format.ts';

type WealthDay = AnswerOf<'/accounts/{id}/wealth'>['data']['days'][number];

/** A point has the time at which its day starts for the viewer. A day without play is a gap. */
export function buildWealthSeries(days: readonly WealthDay[]): readonly ChartSeries[] {
  const valuesOf = (field: 'last_value' | 'max_value') =>
    days.flatMap((each, index) => {
      const at = startOfDate(each.day);
      const before = days[index - 1];
      const point = [at, each[field]] as const;
      const isAfterGap = before !== undefined && startOfDate(before.day) < startOfDay(at, 1);
      return isAfterGap ? [[startOfDay(at, 1), null] as const, point] : [point];
    });
  return [
    { label: 'At the end of the day', points: valuesOf('last_value') },
    { label: 'Most during the day', points: valuesOf('max_value') },
  ];
}
