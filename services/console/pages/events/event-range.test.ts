import { expect, test } from 'vitest';
import { addressOf, isSettled, localFieldOf, rangeOf } from './event-range.ts';

test('a range of an address has the ends that it names', () => {
  const at = '2026-09-14T18:20:06.200Z';
  expect(rangeOf(at, '')).toEqual({ from: Date.parse(at), to: undefined });
  expect(rangeOf(at, at)).toEqual({ from: Date.parse(at), to: Date.parse(at) });
  expect(rangeOf('', at)).toEqual({ from: 0, to: Date.parse(at) });
  expect(rangeOf('', '')).toBeNull();
  expect(rangeOf('yesterday', '<b>')).toBeNull();
  expect(rangeOf('-000001-01-01T00:00:00Z', '+275760-09-13T00:00:00Z')).toBeNull();
});

test('a range is settled once nothing can come into it any more', () => {
  const to = 1_789_410_126_800;
  expect(isSettled({ from: 0, to }, to + 15 * 60_000)).toBe(false);
  expect(isSettled({ from: 0, to }, to + 17 * 60_000)).toBe(true);
  expect(isSettled({ from: 0, to: undefined }, to)).toBe(false);
});

test('a field shows the minute of the viewer’s zone, and gives the same instant back', () => {
  expect(addressOf(localFieldOf('2026-09-14T18:20:00.000Z'))).toBe('2026-09-14T18:20:00.000Z');
  expect(localFieldOf('2026-09-14T18:20:06.200Z')).toMatch(/^2026-09-1\dT\d\d:\d\d$/);
  expect([localFieldOf(''), addressOf('')]).toEqual(['', '']);
});
