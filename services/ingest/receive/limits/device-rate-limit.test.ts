import { expect, test } from 'vitest';
import { createDeviceRateLimit } from './device-rate-limit.ts';

function takeMany(limit: ReturnType<typeof createDeviceRateLimit>, now: number, times = 1_000): number {
  return Array.from({ length: times }, () => limit.take(now)).filter((taken) => taken).length;
}

test('a device sends 60 reports at once, then 5 a second, and never more than 60 after a rest', () => {
  const limit = createDeviceRateLimit();
  expect(takeMany(limit, 0)).toBe(60);
  expect(takeMany(limit, 199)).toBe(0);
  expect(takeMany(limit, 200)).toBe(1);
  expect(takeMany(limit, 1_200)).toBe(5);
  expect(takeMany(limit, 3_600_000)).toBe(60);
});

test('a refused report costs nothing', () => {
  const limit = createDeviceRateLimit();
  takeMany(limit, 0);
  expect(takeMany(limit, 100)).toBe(0);
  expect(limit.take(200)).toBe(true);
});
