import { expect, test, vi } from 'vitest';
import { patience, patient } from './patience.ts';

test('waits take longer on a machine that is slower than the reference', async () => {
  expect(patience).toBeGreaterThanOrEqual(1);
  expect(patience).toBeLessThanOrEqual(10);
  const startedAt = performance.now();
  const never = () => expect(1).toBe(2);
  await expect(vi.waitFor(never, { timeout: 100, interval: 10 })).rejects.toThrow();
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(patient(100) - 20);
  const polledAt = performance.now();
  await expect(expect.poll(() => 1, { timeout: 100, interval: 10 }).toBe(2)).rejects.toThrow();
  expect(performance.now() - polledAt).toBeGreaterThanOrEqual(patient(100) - 20);
});
