import type { AnswerOf } from '../../../../shared/client/api.ts';
import type { ChartSeries } from '../common/chart/chart-series.ts';

type WealthDay = AnswerOf<'/accounts/{id}/wealth'>['data']['days'][number];

/** What was carried at the end of each day and most during it. Each stands where the viewer's day of that date begins. */
export function buildWealthSeries(days: readonly WealthDay[]): readonly ChartSeries[] {
  const valuesOf = (field: 'last_value' | 'max_value') =>
    // A date alone would be midnight of UTC, which west of it is still the day before.
    days.map((each) => [Date.parse(`${each.day}T00:00`), each[field]] as const);
  return [
    { label: 'At the end of the day', points: valuesOf('last_value') },
    { label: 'Most during the day', points: valuesOf('max_value') },
  ];
}
