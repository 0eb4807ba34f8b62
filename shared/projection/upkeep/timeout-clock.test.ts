import { expect, test } from 'vitest';
import { timeoutClock } from './timeout-clock.ts';

const now = 1_800_000_000_000;

test('without a backlog, timeouts are judged to within a second of the clock, even by the oldest watermark', () => {
  expect(timeoutClock(now, now - 2_000)).toBe(now);
  expect(timeoutClock(now, now - 6_200)).toBe(now);
  expect(timeoutClock(now, now - 7_400)).toBeGreaterThan(now - 1_000);
});

test('a watermark that stands still stops timeouts', () => {
  expect(timeoutClock(now + 3_600_000, now)).toBe(timeoutClock(now + 7_200_000, now));
});
