import type { AnswerOf } from '../../../../../shared/client/api.ts';
import type { ChartSeries } from '../../common/chart/chart-series.ts';

type WealthDay = AnswerOf<'/accounts/{id}/wealth'>['data']['days'][number];

/** Both points of a day have the time at which the day starts for the viewer. */
export function buildWealthSeries(days: readonly WealthDay[]): readonly ChartSeries[] {
  const valuesOf = (field: 'last_value' | 'max_value') =>
    // A date alone is midnight UTC, which is still the day before in the west.
    days.map((each) => [Date.parse(`${each.day}T00:00`), each[field]] as const);
  return [
    { label: 'At the end of the day', points: valuesOf('last_value') },
    { label: 'Most during the day', points: valuesOf('max_value') },
  ];
}
