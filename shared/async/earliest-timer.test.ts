import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEarliestTimer } from './earliest-timer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('work runs once at the earliest requested time, and again after another request', () => {
  let runs = 0;
  const timer = createEarliestTimer(() => {
    runs += 1;
  });
  timer.runWithin(1_000);
  timer.runWithin(100);
  timer.runWithin(500);
  vi.advanceTimersByTime(99);
  expect(runs).toBe(0);
  vi.advanceTimersByTime(1);
  expect(runs).toBe(1);
  vi.advanceTimersByTime(5_000);
  expect(runs).toBe(1);
  timer.runWithin(300);
  vi.advanceTimersByTime(300);
  expect(runs).toBe(2);
});

test('a stopped timer runs nothing', () => {
  let runs = 0;
  const timer = createEarliestTimer(() => {
    runs += 1;
  });
  timer.runWithin(100);
  timer.stop();
  vi.advanceTimersByTime(1_000);
  expect(runs).toBe(0);
});
