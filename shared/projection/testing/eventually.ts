import { vi } from 'vitest';

/** The check's result once it no longer throws: within 10 s, however busy the machine is. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 10_000, interval: 20 });
}
