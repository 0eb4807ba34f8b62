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
