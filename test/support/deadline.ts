/**
 * What the hub is held to in tests that it promises within this time, ms: three times as much. Tests share a processor,
 * which costs them moments; what is broken takes longer than that. Their tests have the tag `deadline`.
 */
export function deadline(promisedMs: number): number {
  return 3 * promisedMs;
}
