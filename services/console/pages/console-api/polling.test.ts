import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPolling } from './polling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the next request waits for the answer to the previous request', async () => {
  const answers: ((goesOn: boolean) => void)[] = [];
  const stop = startPolling(() => new Promise((resolve) => answers.push(resolve)), 5_000);
  expect(answers).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(75_000);
  expect(answers).toHaveLength(1);
  answers[0]?.(true);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(answers).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(answers).toHaveLength(2);
  answers[1]?.(false);
  await vi.advanceTimersByTimeAsync(75_000);
  expect(answers).toHaveLength(2);
  stop();
});

test('a stopped poll sends no request, even after a late answer', async () => {
  const ask = vi.fn<() => Promise<boolean>>();
  const late = Promise.withResolvers<boolean>();
  ask.mockReturnValue(late.promise);
  startPolling(ask, 1_000)();
  const stop = startPolling(ask, 1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  stop();
  late.resolve(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledOnce();
});
