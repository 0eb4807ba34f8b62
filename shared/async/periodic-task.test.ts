import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { type PeriodicTask, type PeriodicTaskOptions, startPeriodicTask } from './periodic-task.ts';

const minIntervalMs = 50;
const everyMs = 1_000;
const logger = createLogger({ name: 'test', level: 'silent' });

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function start(
  run: () => Promise<unknown>,
  options: Partial<PeriodicTaskOptions> = { minIntervalMs },
): PeriodicTask {
  const task = startPeriodicTask({ name: 'test', run, everyMs, logger, ...options });
  onTestFinished(() => task.stop());
  return task;
}

/** A run that ends when the test calls `end`. */
function heldRun() {
  const ends: (() => void)[] = [];
  const run = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { run, end: () => ends.pop()?.() };
}

test('never runs twice at once, and waits from the end of a run to the start of the next', async () => {
  const { run, end } = heldRun();
  start(run);
  await vi.advanceTimersByTimeAsync(3 * everyMs);
  expect(run).toHaveBeenCalledTimes(1);
  end();
  await vi.advanceTimersByTimeAsync(everyMs - 1);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(2);
  end();
});

test('the first run waits for `firstAfterMs`', async () => {
  const run = vi.fn(async () => {});
  start(run, { firstAfterMs: everyMs });
  await vi.advanceTimersByTimeAsync(everyMs - 1);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledOnce();
});

test('requests during a run cause one more run after it', async () => {
  const { run, end } = heldRun();
  const task = start(run);
  await vi.advanceTimersByTimeAsync(0);
  for (let call = 0; call < 3; call += 1) void task.requestRun();
  await vi.advanceTimersByTimeAsync(minIntervalMs);
  expect(run).toHaveBeenCalledTimes(1);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledTimes(2);
  end();
  await vi.advanceTimersByTimeAsync(everyMs - 1);
  expect(run).toHaveBeenCalledTimes(2);
});

test('starts runs at least `minIntervalMs` and at most `everyMs` apart', async () => {
  const startedAt = performance.now();
  const starts: number[] = [];
  const task = start(async () => {
    starts.push(performance.now() - startedAt);
  });
  await vi.advanceTimersByTimeAsync(10);
  void task.requestRun();
  await vi.advanceTimersByTimeAsync(190);
  void task.requestRun();
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(starts).toEqual([0, minIntervalMs, 200, 200 + everyMs]);
});

test('continues after a failure, and logs it once until a run succeeds', async () => {
  const warn = vi.spyOn(logger, 'warn');
  const info = vi.spyOn(logger, 'info');
  onTestFinished(() => {
    warn.mockRestore();
    info.mockRestore();
  });
  const results = [false, false, true, false];
  start(async () => {
    if (results.shift() === false) throw new Error('away');
  });
  await vi.advanceTimersByTimeAsync(1);
  expect(warn.mock.calls).toEqual([[{ err: new Error('away'), task: 'test' }, 'test failed, trying again']]);
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(info).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(info.mock.calls).toEqual([[{ task: 'test' }, 'test succeeds again']]);
});

test('an unneeded run is skipped, and so is a request for it', async () => {
  const run = vi.fn(async () => {});
  let isNeeded = false;
  const task = start(run, { isNeeded: () => isNeeded });
  const requested = task.requestRun();
  await vi.advanceTimersByTimeAsync(0);
  expect(await requested).toBe(false);
  expect(run).not.toHaveBeenCalled();
  isNeeded = true;
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(run).toHaveBeenCalledOnce();
});

test('a task that rests runs again only when a run is requested', async () => {
  const run = vi.fn(async () => {});
  let isNeeded = false;
  const task = start(run, { isNeeded: () => isNeeded, restsAfterSkip: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  isNeeded = true;
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  expect(run).not.toHaveBeenCalled();
  void task.requestRun();
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  expect(run).toHaveBeenCalledTimes(3);
});

test('a stop waits for the current run, and nothing runs after it', async () => {
  const { run, end } = heldRun();
  const task = start(run);
  await vi.advanceTimersByTimeAsync(0);
  const requested = task.requestRun();
  const stopped = vi.fn();
  const stopping = task.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(stopped).not.toHaveBeenCalled();
  end();
  await stopping;
  expect(await requested).toBe(false);
  expect(await task.requestRun()).toBe(false);
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  expect(run).toHaveBeenCalledTimes(1);
});

test('a stop waits for the current run for at most `stopWithinMs`', async () => {
  const { run, end } = heldRun();
  const task = start(run, { stopWithinMs: 50 });
  await vi.advanceTimersByTimeAsync(0);
  const stopped = vi.fn();
  void task.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(49);
  expect(stopped).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(stopped).toHaveBeenCalledOnce();
  end();
});

test('a stop directly after the start waits for the first run', async () => {
  const { run, end } = heldRun();
  const stopped = vi.fn();
  const stopping = start(run).stop().then(stopped);
  await vi.advanceTimersByTimeAsync(1);
  expect(stopped).not.toHaveBeenCalled();
  end();
  await stopping;
  expect(run).toHaveBeenCalledOnce();
});

test('a task that is stopped before `firstAfterMs` does not run', async () => {
  const run = vi.fn(async () => {});
  await start(run, { firstAfterMs: 1 }).stop();
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  expect(run).not.toHaveBeenCalled();
});

test('a request is answered by a run that began after the request, and says whether that run succeeded', async () => {
  const { run, end } = heldRun();
  const task = start(run);
  await vi.advanceTimersByTimeAsync(0);
  const requests = [task.requestRun(), task.requestRun()];
  const settled = vi.fn();
  for (const request of requests) void request.then(settled);
  await vi.advanceTimersByTimeAsync(minIntervalMs);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).not.toHaveBeenCalled();
  run.mockImplementationOnce(() => Promise.reject(new Error('away')));
  end();
  expect(await Promise.all(requests)).toEqual([true, true]);

  const failing = task.requestRun();
  await vi.advanceTimersByTimeAsync(minIntervalMs);
  expect(await failing).toBe(false);
});
