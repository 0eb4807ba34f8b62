import { expect, test } from 'vitest';
import { createRateLimit, deviceRate, playerRate } from './report-rate-limit.ts';

function takeMany(limit: ReturnType<typeof createRateLimit>, now: number, times = 1_000): number {
  return Array.from({ length: times }, () => limit.take(now)).filter((taken) => taken).length;
}

test('a device may send 60 reports about a player at once, then 5 a second, and at most 60 after a rest', () => {
  const limit = createRateLimit(playerRate);
  expect(takeMany(limit, 0)).toBe(60);
  expect(takeMany(limit, 199)).toBe(0);
  expect(takeMany(limit, 200)).toBe(1);
  expect(takeMany(limit, 1_200)).toBe(5);
  expect(takeMany(limit, 3_600_000)).toBe(60);
});

test('a refused report does not count toward the limit', () => {
  const limit = createRateLimit(playerRate);
  takeMany(limit, 0);
  expect(takeMany(limit, 100)).toBe(0);
  expect(limit.take(200)).toBe(true);
});

test('a device may send 300 reports about all its players at once, then 25 a second', () => {
  const limit = createRateLimit(deviceRate);
  expect(takeMany(limit, 0)).toBe(300);
  expect(takeMany(limit, 1_000)).toBe(25);
});
