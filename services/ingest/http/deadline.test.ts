import { expect, test } from 'vitest';
import { requestDeadlineMs, resumeDeadline } from './deadline.ts';

test('a request gets less time than the 5 s for which the plugin waits', () => {
  expect(requestDeadlineMs).toBeLessThan(5_000);
});

test('a deadline stops during the body and then continues, at most until 9 s after the start of the request', () => {
  const leftAfter = (waitedMs: number, leftMsBeforeBody: number, withinMs?: number) =>
    resumeDeadline({ startedAt: performance.now() - waitedMs, leftMsBeforeBody }, withinMs).remainingMs();
  for (const [waitedMs, leftMsBeforeBody, expected] of [
    [0, 4_500, 4_500],
    [4_500, 4_400, 4_400],
    [4_500, 300, 300],
    [7_000, 4_500, 2_000],
  ] as const) {
    const left = leftAfter(waitedMs, leftMsBeforeBody);
    expect(left).toBeLessThanOrEqual(expected);
    expect(left).toBeGreaterThan(expected - 200);
  }
  expect(leftAfter(12_000, 4_500)).toBe(1);
  expect(leftAfter(12_000, 4_500, 30_000)).toBeGreaterThan(4_300);
});
