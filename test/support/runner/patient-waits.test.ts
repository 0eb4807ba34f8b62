import { availableParallelism } from 'node:os';
import { expect, test, vi } from 'vitest';
import { allFiles } from '../source-tree.ts';
import { patience, patient } from './patience.ts';

test('a machine with as much other work as this run makes waits longer, but never endless', () => {
  const own = availableParallelism() + 4;
  expect(patient(1_000, own / 2)).toBe(patient(1_000, 0));
  expect(patient(1_000, 20 * own)).toBe(10_000);
  expect(patient(1_000, 9.5 * own)).toBe(Math.max(9_500, patient(1_000, 0)));
});

test('waits take longer on a machine that is slower than the reference', async () => {
  expect(patience).toBeGreaterThanOrEqual(1);
  expect(patience).toBeLessThanOrEqual(10);
  const startedAt = performance.now();
  const never = () => expect(1).toBe(2);
  await expect(vi.waitFor(never, { timeout: 100, interval: 10 })).rejects.toThrow();
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(patient(100, 0) - 20);
  const polledAt = performance.now();
  await expect(expect.poll(() => 1, { timeout: 100, interval: 10 }).toBe(2)).rejects.toThrow();
  expect(performance.now() - polledAt).toBeGreaterThanOrEqual(patient(100, 0) - 20);
  const askedAt = performance.now();
  await expect(vi.waitUntil(() => false, { timeout: 100, interval: 10 })).rejects.toThrow();
  expect(performance.now() - askedAt).toBeGreaterThanOrEqual(patient(100, 0) - 20);
});

test('no test has a fixed time limit: the default and `patient` grow with the load of the machine', () => {
  // The options of a test are on its first line, or in a line of their own before its function.
  const options =
    /^ *(?:test|it|describe)\b.*\{(?:\n| )(?:[^{}]*[ ,])?timeout: \d|^ *\{[^{}]*\btimeout: \d[^{}]*\},\n *(?:async )?\(/m;
  const last = /^ *\},\s+\d{1,3}_[\d_]+(?:,\n *)?\);/m;
  const fixed = allFiles.filter(
    ({ path, text }) => path.endsWith('.test.ts') && (options.test(text) || last.test(text)),
  );
  expect(fixed.map(({ path }) => path)).toEqual([]);
});
