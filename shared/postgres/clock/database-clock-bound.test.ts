import { expect, it } from 'vitest';
import { createDatabaseClockBound } from './database-clock-bound.ts';

const noon = Date.UTC(2026, 8, 14, 12);

it('has no bound before the first observation, then continues with the monotonic clock', () => {
  let monotonic = 1_000.25;
  const clock = createDatabaseClockBound(() => monotonic);
  expect(clock.latest()).toBe(Number.POSITIVE_INFINITY);
  clock.observe(noon);
  expect(clock.latest()).toBe(noon);
  monotonic += 60_000.5;
  expect(clock.latest()).toBe(noon + 60_001);
});

it('keeps the fastest answer, and keeps the bound when the database clock is set back', () => {
  let monotonic = 0;
  const clock = createDatabaseClockBound(() => monotonic);
  clock.observe(noon - 700);
  expect(clock.latest()).toBe(noon - 700);
  monotonic += 2_500;
  clock.observe(noon + 2_500 - 10);
  expect(clock.latest()).toBe(noon + 2_490);
  monotonic += 2_500;
  clock.observe(noon - 3_600_000);
  expect(clock.latest()).toBe(noon + 4_990);
});
