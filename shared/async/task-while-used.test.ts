import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { startTaskWhileUsed } from './task-while-used.ts';

const minIntervalMs = 50;
const everyMs = 1_000;
const restAfterMs = 2_500;
const logger = createLogger({ name: 'test', level: 'silent' });

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('rests while nobody uses it, even when a run is requested, and says so until the next run succeeds', async () => {
  const results: boolean[] = [];
  const run = vi.fn(async () => {
    if (results.shift() === false) throw new Error('away');
  });
  const task = startTaskWhileUsed({ name: 'test', run, everyMs, minIntervalMs, restAfterMs, logger });
  onTestFinished(() => task.stop());
  await vi.advanceTimersByTimeAsync(2_400);
  expect(task.noteUse()).toBe(true);
  await vi.advanceTimersByTimeAsync(restAfterMs + everyMs);
  const before = run.mock.calls.length;
  // At 0, 1, 2, 3 and 4 s: the last use is over 2.5 s ago at 5 s.
  expect(before).toBe(5);
  await vi.advanceTimersByTimeAsync(60_000);
  const requested = task.requestRun();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await requested).toBe(false);
  expect(run).toHaveBeenCalledTimes(before);

  results.unshift(false, true);
  expect(task.noteUse()).toBe(false);
  await vi.advanceTimersByTimeAsync(minIntervalMs);
  expect(run).toHaveBeenCalledTimes(before + 1);
  expect(task.noteUse()).toBe(false);
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(task.noteUse()).toBe(true);
  expect(run).toHaveBeenCalledTimes(before + 2);
});
