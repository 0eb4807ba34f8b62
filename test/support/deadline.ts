/**
 * What the hub is held to in tests that it promises within this time, ms: three times as much. Tests share a processor,
 * which costs them moments; what is broken takes longer than that. Their tests have the tag `deadline`.
 */
export function deadline(promisedMs: number): number {
  return 3 * promisedMs;
}

/**
 * The message of an assertion that holds a time: `expect(tookMs, inTime).toBeLessThan(...)`. Of a test with the tag `deadline`
 * only what fails with it is tried again: a busy machine may miss a time, but loses no record.
 */
export const inTime = 'in time';

/** Errors of such an assertion. */
export const missedTime = new RegExp(`^${inTime}: `);
