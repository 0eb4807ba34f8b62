import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { type SpacedRuns, startSpacedRuns } from './spaced-runs.ts';

const apartMs = 50;
const everyMs = 1_000;
const logger = createLogger({ name: 'test', level: 'silent' });

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function start(work: () => Promise<void>): SpacedRuns {
  const runs = startSpacedRuns({ work, logger, failed: 'cannot run', apartMs, everyMs });
  onTestFinished(() => runs.close());
  return runs;
}

/** Work whose runs end when the test calls `end`. */
function heldWork() {
  const ends: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { work, end: () => ends.pop()?.() };
}

test('calls during a run lead to one more, after it', async () => {
  const { work, end } = heldWork();
  const runs = start(work);
  await vi.advanceTimersByTimeAsync(0);
  for (let call = 0; call < 3; call += 1) runs.soon();
  await vi.advanceTimersByTimeAsync(apartMs);
  expect(work).toHaveBeenCalledTimes(1);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
  end();
  await vi.advanceTimersByTimeAsync(everyMs - 1);
  expect(work).toHaveBeenCalledTimes(2);
});

test('starts runs at least `apartMs` and at most `everyMs` apart', async () => {
  const startedAt = performance.now();
  const starts: number[] = [];
  const runs = start(async () => {
    starts.push(performance.now() - startedAt);
  });
  await vi.advanceTimersByTimeAsync(10);
  runs.soon();
  await vi.advanceTimersByTimeAsync(190);
  runs.soon();
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(starts).toEqual([0, apartMs, 200, 200 + everyMs]);
});

test('goes on after a failure, and logs it once until a run succeeds', async () => {
  const warn = vi.spyOn(logger, 'warn');
  onTestFinished(() => warn.mockRestore());
  const results = [false, false, true, false];
  start(async () => {
    if (results.shift() === false) throw new Error('away');
  });
  await vi.advanceTimersByTimeAsync(1);
  expect(warn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(warn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  expect(warn).toHaveBeenCalledTimes(2);
});

test('closing waits for the run in progress, and nothing runs after it', async () => {
  const { work, end } = heldWork();
  const runs = start(work);
  await vi.advanceTimersByTimeAsync(0);
  runs.soon();
  const closed = vi.fn();
  const closing = runs.close().then(closed);
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(closed).not.toHaveBeenCalled();
  end();
  await closing;
  runs.soon();
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  expect(work).toHaveBeenCalledTimes(1);
});

test('rests while nobody asks, whoever requests a run, and says so until a run after the rest has succeeded', async () => {
  const results: boolean[] = [];
  const work = vi.fn(async () => {
    if (results.shift() === false) throw new Error('away');
  });
  const restAfterMs = 2_500;
  const runs = startSpacedRuns({ work, logger, failed: 'cannot run', apartMs, everyMs, restAfterMs });
  onTestFinished(() => runs.close());
  await vi.advanceTimersByTimeAsync(2_400);
  expect(runs.asked()).toBe(true);
  await vi.advanceTimersByTimeAsync(restAfterMs + everyMs);
  const before = work.mock.calls.length;
  expect(before).toBe(6);
  await vi.advanceTimersByTimeAsync(60_000);
  runs.soon();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(before);

  results.unshift(false, true);
  expect(runs.asked()).toBe(false);
  await vi.advanceTimersByTimeAsync(apartMs);
  expect(work).toHaveBeenCalledTimes(before + 1);
  expect(runs.asked()).toBe(false);
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(runs.asked()).toBe(true);
  expect(work).toHaveBeenCalledTimes(before + 2);
});

test('a renewal waits for a run that began after it was asked for, and says whether that succeeded in time', async () => {
  const { work, end } = heldWork();
  const runs = start(work);
  await vi.advanceTimersByTimeAsync(0);
  const renewed = [runs.renewed(1_000), runs.renewed(1_000)];
  const settled = vi.fn();
  for (const renewal of renewed) void renewal.then(settled);
  await vi.advanceTimersByTimeAsync(apartMs);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).not.toHaveBeenCalled();
  end();
  expect(await Promise.all(renewed)).toEqual([true, true]);

  const late = runs.renewed(100);
  await vi.advanceTimersByTimeAsync(100);
  expect(await late).toBe(false);
  end();
});
