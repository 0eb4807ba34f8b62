import { vi } from 'vitest';

/**
 * The check's result once it no longer throws, within 30 s. A check may wait for a change that
 * takes 6 s, and three times as long on a busy machine.
 */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 30_000, interval: 20 });
}
