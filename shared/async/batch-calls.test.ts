import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchCalls } from './batch-calls.ts';

test('calls in one turn of the event loop share a run, and each gets its own answer', async () => {
  const runs: (readonly number[])[] = [];
  const double = batchCalls(async (numbers: readonly number[]) => {
    runs.push(numbers);
    return numbers.map((number) => number * 2);
  });
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(runs).toEqual([[1, 2, 3], [4]]);
});

test('a call during a run is answered by the next run, which starts later', async () => {
  const first = Promise.withResolvers<void>();
  const runs: (readonly string[])[] = [];
  const ask = batchCalls(async (names: readonly string[]) => {
    runs.push(names);
    if (runs.length === 1) await first.promise;
    return names;
  });
  const slow = ask('a');
  await new Promise(setImmediate);
  expect(await ask('b')).toBe('b');
  first.resolve();
  expect(await slow).toBe('a');
  expect(runs).toEqual([['a'], ['b']]);
});

test('a failed run fails all of its calls, and the next run works', async () => {
  let fails = true;
  const ask = batchCalls(async (names: readonly string[]) => {
    if (fails) throw new Error('away');
    return names;
  });
  const both = await Promise.allSettled([ask('a'), ask('b')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await ask('c')).toBe('c');
});

test('with one run at a time, all calls during a run share the next run, even after a failed run', async () => {
  const first = Promise.withResolvers<void>();
  const runs: (readonly string[])[] = [];
  const ask = batchCalls(
    async (names: readonly string[]) => {
      runs.push(names);
      if (runs.length === 1) await first.promise;
      return names;
    },
    { oneAtATime: true },
  );
  const fails = ask('a');
  await new Promise(setImmediate);
  const rest = [ask('b')];
  await new Promise(setImmediate);
  rest.push(ask('c'));
  await new Promise(setImmediate);
  expect(runs).toEqual([['a']]);
  first.reject(new Error('away'));
  await expect(fails).rejects.toThrow('away');
  expect(await Promise.all(rest)).toEqual(['b', 'c']);
  expect(await ask('d')).toBe('d');
  expect(runs).toEqual([['a'], ['b', 'c'], ['d']]);
});

test('a run waits for more calls, but does not wait longer for calls that came during the last run', async () => {
  const first = Promise.withResolvers<void>();
  const runs: (readonly string[])[] = [];
  const ask = batchCalls(
    async (names: readonly string[]) => {
      runs.push(names);
      if (runs.length === 1) await first.promise;
      return names;
    },
    { oneAtATime: true, gatherMs: 200 },
  );
  const asked = [ask('a')];
  await pause(20);
  asked.push(ask('b'));
  await expect.poll(() => runs).toEqual([['a', 'b']]);
  asked.push(ask('c'));
  first.resolve();
  await Promise.all(asked.slice(0, 2));
  expect(runs).toEqual([['a', 'b'], ['c']]);
  expect(await asked[2]).toBe('c');
});

test('a call beyond the limit of waiting calls is refused, and the waiting calls are answered', async () => {
  const ask = batchCalls(async (names: readonly string[]) => names, {
    oneAtATime: true,
    waitingMax: { calls: 2, error: () => new Error('too many') },
  });
  const asked = await Promise.allSettled([ask('a'), ask('b'), ask('c')]);
  expect(asked).toEqual([
    { status: 'fulfilled', value: 'a' },
    { status: 'fulfilled', value: 'b' },
    { status: 'rejected', reason: new Error('too many') },
  ]);
  expect(await ask('d')).toBe('d');
});
