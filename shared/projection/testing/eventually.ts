import { vi } from 'vitest';

/** @returns the result once `check` no longer throws, within 30 s */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 30_000, interval: 20 });
}
