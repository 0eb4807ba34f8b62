import { expect, onTestFinished, test, vi } from 'vitest';
import { wealthSeries } from './wealth-series.ts';

test.each(['America/New_York', 'Pacific/Auckland', 'UTC'])(
  'a day of the hub stands at the begin of the day with its date in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    const [last, most] = wealthSeries([{ day: '2026-09-14', last_value: 5, max_value: 9 }]);
    const midnight = new Date(2026, 8, 14).getTime();
    expect([last?.points, most?.points]).toEqual([[[midnight, 5]], [[midnight, 9]]]);
  },
);
