import { expect, test } from 'vitest';
import { listDailyGains } from './daily-gains.ts';

test('each day has the xp gained on it, also days without a point', () => {
  const points = [
    ['2026-09-10T00:00:00.000Z', 1_000],
    ['2026-09-11T00:00:00.000Z', 1_500],
    ['2026-09-13T00:00:00.000Z', 1_800],
    ['2026-09-14T00:00:00.000Z', 1_700],
  ] as const;
  const gains = listDailyGains(points, Date.parse('2026-09-15T18:00:00Z'));
  expect(gains.map(([, gain]) => gain)).toEqual([500, 0, 300, 0, 0]);
  expect(new Date(gains[0]?.[0] ?? 0).getDate()).toBe(11);
});

test('an account without points has no days', () => {
  expect(listDailyGains([], 0)).toEqual([]);
});
