import { patient } from './runner/patience.ts';

/**
 * Tests share a processor, so they allow three times the promised time, and longer on a machine
 * that is slow or has other work. Such tests have the tag `deadline`.
 */
export function deadline(promisedMs: number): number {
  return patient(3 * promisedMs);
}

/**
 * The time that tests allow the plugin endpoints. The plugin gives up at 10 s, so a later answer is
 * a fault on any machine.
 */
export const pluginDeadline = Math.min(deadline(5_000), 9_500);

/**
 * The message of an assertion on a time: `expect(tookMs, inTime).toBeLessThan(...)`. A test with
 * the tag `deadline` is tried again only after such an assertion failed.
 */
export const inTime = 'in time';

/** Matches the errors of assertions with `inTime`. */
export const missedTime = new RegExp(`^${inTime}: `);
