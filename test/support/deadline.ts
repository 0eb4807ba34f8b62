/**
 * Time that a test allows where the hub promises `promisedMs`: three times as much. Tests share a
 * processor, which costs moments; a broken hub takes longer. Such tests have the tag `deadline`.
 */
export function deadline(promisedMs: number): number {
  return 3 * promisedMs;
}

/**
 * Time that tests allow the plugin endpoints, which promise an answer within 5 s. The plugin gives
 * up at 10 s: a later answer is a fault, however busy the machine is.
 */
export const pluginDeadline = Math.min(deadline(5_000), 9_500);

/**
 * The message of an assertion on a time: `expect(tookMs, inTime).toBeLessThan(...)`. A test with
 * the tag `deadline` is tried again only after such an assertion failed. A busy machine may miss a
 * time, but loses no record.
 */
export const inTime = 'in time';

/** Matches the errors of such assertions. */
export const missedTime = new RegExp(`^${inTime}: `);
