import { expect, onTestFinished, test, vi } from 'vitest';
import { fromLocalField, isRangeFinal, parseEventRange, toLocalField } from './event-range.ts';

test('a range in an address has the ends that the address names', () => {
  const at = '2026-09-14T18:20:06.200Z';
  expect(parseEventRange(at, '')).toEqual({ from: Date.parse(at), to: undefined });
  expect(parseEventRange(at, at)).toEqual({ from: Date.parse(at), to: Date.parse(at) });
  expect(parseEventRange('', at)).toEqual({ from: 0, to: Date.parse(at) });
  expect(parseEventRange('', '')).toBeNull();
  expect(parseEventRange('yesterday', '<b>')).toBeNull();
  expect(parseEventRange('-000001-01-01T00:00:00Z', '+275760-09-13T00:00:00Z')).toBeNull();
});

test('a range is final once no more events can enter it', () => {
  const to = 1_789_410_126_800;
  expect(isRangeFinal({ from: 0, to }, to + 15 * 60_000)).toBe(false);
  expect(isRangeFinal({ from: 0, to }, to + 17 * 60_000)).toBe(true);
  expect(isRangeFinal({ from: 0, to: undefined }, to)).toBe(false);
});

test('a field shows the minute in the viewer’s zone, and returns the same instant', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(toLocalField('2026-09-14T18:20:06.200Z')).toBe('2026-09-15T03:20');
  expect(fromLocalField('2026-09-15T03:20')).toBe('2026-09-14T18:20:00.000Z');
  expect([toLocalField(''), fromLocalField('')]).toEqual(['', '']);
});
