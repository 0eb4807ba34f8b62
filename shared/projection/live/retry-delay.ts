/** What is retried for ever is retried at least this often. */
const longestMs = 5_000;
const firstMs = 50;

/** How long to wait before the next attempt after `failures` in a row (from 1): doubling, capped, half of it random. */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 10));
  return whole / 2 + (whole / 2) * random();
}
