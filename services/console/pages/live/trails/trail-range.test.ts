import { expect, test } from 'vitest';
import { parsePlaySession, playSessionText, trailDetail, trailRangeMs } from './trail-range.ts';

test('the time of a play session is written into the address and read back', () => {
  const text = playSessionText('2026-09-14T16:02:11.000Z', '2026-09-14T17:40:03.200Z');
  expect(parsePlaySession(text)).toEqual({
    from: Date.parse('2026-09-14T16:02:11.000Z'),
    to: Date.parse('2026-09-14T17:40:03.200Z'),
  });
});

test.each(['', '5', '7~5', '1~2~3', '-1~5', '1~99999999999999'])('%j is not a range', (text) => {
  expect(parsePlaySession(text)).toBeNull();
});

test('trails of at most a day show every tile', () => {
  expect(trailDetail(trailRangeMs.hour)).toBe('tile');
  expect(trailDetail(trailRangeMs.day)).toBe('tile');
  expect(trailDetail(trailRangeMs.day + 1)).toBeUndefined();
});
