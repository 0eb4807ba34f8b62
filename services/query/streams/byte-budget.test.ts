import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createByteBudget } from './byte-budget.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a request waits 2 s for free bytes, then gets a 503', async () => {
  const budget = createByteBudget(10);
  await budget.reserve('a', 10);
  const waiting = expect(budget.reserve('a', 1)).rejects.toThrow('not available');
  await vi.advanceTimersByTimeAsync(2_000);
  await waiting;
});

test('requests of a key start in their order, as soon as enough bytes are free', async () => {
  const budget = createByteBudget(10);
  const started: string[] = [];
  const release = await budget.reserve('a', 10);
  const begin = (name: string, bytes: number) => budget.reserve('a', bytes).then(() => started.push(name));
  const all = [begin('large', 8), begin('small', 2), begin('last', 1)];
  expect(() => budget.reserveNow('a', 1)).toThrow('not available');
  release();
  await Promise.all(all.slice(0, 2));
  expect(started).toEqual(['large', 'small']);
  const late = expect(all[2]).rejects.toThrow('not available');
  await vi.advanceTimersByTimeAsync(2_000);
  await late;
});

test('when a request stops waiting, the next request in the queue starts if its bytes are free', async () => {
  const budget = createByteBudget(10);
  await budget.reserve('a', 5);
  const large = expect(budget.reserve('a', 8)).rejects.toThrow('not available');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(() => budget.reserveNow('a', 5)).toThrow('not available');
  const small = budget.reserve('a', 5);
  await vi.advanceTimersByTimeAsync(1_000);
  await large;
  await expect(small).resolves.toBeTypeOf('function');
});

test('64 requests of all keys may wait, and a further request that has to wait gets a 503 at once', async () => {
  const budget = createByteBudget(10);
  await budget.reserve('a', 10);
  await budget.reserve('b', 10);
  const waiting = Array.from({ length: 64 }, (_, index) =>
    budget.reserve(index % 2 === 0 ? 'a' : 'b', 1).catch((error: Error) => error.message),
  );
  await expect(budget.reserve('a', 1)).rejects.toThrow('not available');
  // A key with free bytes does not wait.
  await budget.reserve('c', 1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await Promise.all(waiting)).toEqual(Array(64).fill(expect.stringContaining('not available')));
});
