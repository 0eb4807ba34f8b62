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
  timer.within(1_000);
  timer.within(100);
  timer.within(500);
  vi.advanceTimersByTime(99);
  expect(runs).toBe(0);
  vi.advanceTimersByTime(1);
  expect(runs).toBe(1);
  vi.advanceTimersByTime(5_000);
  expect(runs).toBe(1);
  timer.within(300);
  vi.advanceTimersByTime(300);
  expect(runs).toBe(2);
});

test('a stopped timer runs nothing', () => {
  let runs = 0;
  const timer = createEarliestTimer(() => {
    runs += 1;
  });
  timer.within(100);
  timer.stop();
  vi.advanceTimersByTime(1_000);
  expect(runs).toBe(0);
});
