/**
 * What the hub is held to in tests that it promises within this time, ms: three times as much. Tests share a processor,
 * which costs them moments; what is broken takes longer than that. Their tests have the tag `deadline`.
 */
export function deadline(promisedMs: number): number {
  return 3 * promisedMs;
}

/**
 * What the plugin endpoints, which promise an answer within 5 s, are held to: the plugin gives up at 10 s, and what comes
 * later is no answer on a busy machine either.
 */
export const pluginDeadline = Math.min(deadline(5_000), 9_500);

/**
 * The message of an assertion that holds a time: `expect(tookMs, inTime).toBeLessThan(...)`. Of a test with the tag `deadline`
 * only what fails with it is tried again: a busy machine may miss a time, but loses no record.
 */
export const inTime = 'in time';

/** Errors of such an assertion. */
export const missedTime = new RegExp(`^${inTime}: `);
