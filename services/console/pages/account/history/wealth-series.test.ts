import { expect, onTestFinished, test, vi } from 'vitest';
import { buildWealthSeries } from './wealth-series.ts';

test.each([
  ['America/New_York', '2026-09-14T04:00Z'],
  ['Pacific/Auckland', '2026-09-13T12:00Z'],
  ['UTC', '2026-09-14T00:00Z'],
])('a day of the hub is shown at the start of the same date in %s', (zone, begin) => {
  vi.stubEnv('TZ', zone);
  onTestFinished(() => void vi.unstubAllEnvs());
  const [last, most] = buildWealthSeries([{ day: '2026-09-14', last_value: 5, max_value: 9 }]);
  const midnight = Date.parse(begin);
  expect([last?.points, most?.points]).toEqual([[[midnight, 5]], [[midnight, 9]]]);
});

test('the line breaks at a day without play', () => {
  const days = ['2026-09-14', '2026-09-15', '2026-09-18'].map((day) => ({
    day,
    last_value: 5,
    max_value: 9,
  }));
  const points = buildWealthSeries(days)[0]?.points.map(([at, value]) => [new Date(at).getDate(), value]);
  expect(points).toEqual([
    [14, 5],
    [15, 5],
    [17, null],
    [18, 5],
  ]);
});
