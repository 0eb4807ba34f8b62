import { expect, test } from 'vitest';
import { requestDeadlineMs, resumeDeadline } from './deadline.ts';

test('a request has less time than the 5 s within which the plugin has to be answered', () => {
  expect(requestDeadlineMs).toBeLessThan(5_000);
});

test('what was left when the body was waited for is left once it is there, up to 9 s after the request began', () => {
  const leftAfter = (waitedMs: number, leftMs: number, withinMs?: number) =>
    resumeDeadline({ startedAt: performance.now() - waitedMs, leftMs }, withinMs).remainingMs();
  for (const [waitedMs, leftMs, expected] of [
    [0, 4_500, 4_500],
    [4_500, 4_400, 4_400],
    [4_500, 300, 300],
    [7_000, 4_500, 2_000],
  ] as const) {
    const left = leftAfter(waitedMs, leftMs);
    expect(left).toBeLessThanOrEqual(expected);
    expect(left).toBeGreaterThan(expected - 200);
  }
  expect(leftAfter(12_000, 4_500)).toBe(1);
  expect(leftAfter(12_000, 4_500, 30_000)).toBeGreaterThan(4_300);
});
