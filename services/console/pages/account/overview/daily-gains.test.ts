import { expect, onTestFinished, test, vi } from 'vitest';
import { dayMs, hourMs } from '../../../../../shared/domain/durations.ts';
import { listDailyGains, listHourlyRanges } from './daily-gains.ts';

function inZone(zone: string): void {
  vi.stubEnv('TZ', zone);
  onTestFinished(() => void vi.unstubAllEnvs());
}

test.each([
  // The clock of Berlin changes on 25 October.
  ['Europe/Berlin', '2026-10-23T22:00Z', [500, 30, 300, 0]],
  ['UTC', '2026-10-24T00:00Z', [530, 0, 300, 0]],
  ['America/New_York', '2026-10-23T04:00Z', [0, 530, 0, 300, 0]],
])('each day of %s has the xp gained on it, also days without a point', (zone, begin, expected) => {
  inZone(zone);
  const points = [
    [new Date(Date.parse(begin) - hourMs).toISOString(), 1_000],
    ['2026-10-24T12:00:00.000Z', 1_300],
    ['2026-10-24T21:00:00.000Z', 1_500],
    ['2026-10-24T22:00:00.000Z', 1_530],
    ['2026-10-26T08:00:00.000Z', 1_830],
    ['2026-10-26T18:00:00.000Z', 1_730],
  ] as const;
  const gains = listDailyGains(points, Date.parse('2026-10-27T18:00Z'));
  expect(gains.map(([, gain]) => gain)).toEqual(expected);
  expect(gains[0]?.[0]).toBe(Date.parse(begin));
});

test('an account without points has no days', () => {
  expect(listDailyGains([], 0)).toEqual([]);
});

test('a year is asked in ranges that keep points of an hour, from the start of a day', () => {
  inZone('Asia/Kolkata');
  const now = Date.parse('2026-11-30T12:00Z');
  const ranges = listHourlyRanges(now, 365 * dayMs);
  expect(ranges).toHaveLength(2);
  expect(ranges[0]?.[0]).toBe(Date.parse('2025-11-29T18:30Z'));
  expect(ranges[1]).toEqual([ranges[0]?.[1], now]);
  for (const [from, to] of ranges) expect((to - from) / hourMs).toBeLessThan(4_999);
});
