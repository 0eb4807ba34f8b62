import { expect, test } from 'vitest';
import { retryDelayMs } from './read-loop.ts';

test('the delay of a retry doubles from 50 ms to 5 s and stays there', () => {
  const longest = [1, 2, 3, 8, 1_000].map((failures) => retryDelayMs(failures, () => 1));
  expect(longest).toEqual([50, 100, 200, 5_000, 5_000]);
});

test('the delay of a retry is random in its upper half', () => {
  expect(retryDelayMs(2, () => 0)).toBe(50);
});
