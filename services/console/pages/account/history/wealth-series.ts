import type { AnswerOf } from '../../../../../shared/client/api.ts';
import type { ChartSeries } from '../../common/chart/chart-series.ts';
import { startOfDate } from '../../common/text/format.ts';

type WealthDay = AnswerOf<'/accounts/{id}/wealth'>['data']['days'][number];

/** Both points of a day have the time at which the day starts for the viewer. */
export function buildWealthSeries(days: readonly WealthDay[]): readonly ChartSeries[] {
  const valuesOf = (field: 'last_value' | 'max_value') =>
    days.map((each) => [startOfDate(each.day), each[field]] as const);
  return [
    { label: 'At the end of the day', points: valuesOf('last_value') },
    { label: 'Most during the day', points: valuesOf('max_value') },
  ];
}
