import { expect, onTestFinished, test, vi } from 'vitest';
import { gainedPoints, untilEnd } from './gained-points.ts';

const account = { id: 'quillonFen01', name: 'Quillon Fen' };
const day = 86_400_000;

test('the gain in the first bucket of a young account counts', () => {
  const points = [[2 * day, 1_500] as const, [3 * day, 1_700] as const];
  const young = { account, resolution: '1d', points, gain: 700 } as const;
  expect(gainedPoints(young)).toEqual([
    [day, 0],
    [2 * day, 500],
    [3 * day, 700],
  ]);
  expect(gainedPoints({ ...young, gain: 200 })).toEqual([
    [2 * day, 0],
    [3 * day, 200],
  ]);
});

test('xp that is not a gain, such as a skill that appears late, makes no value below zero', () => {
  const points = [[day, 1_000] as const, [2 * day, 9_000] as const];
  expect(gainedPoints({ account, resolution: '1d', points, gain: 10 })).toEqual([
    [day, 0],
    [2 * day, 8_000],
  ]);
  expect(gainedPoints({ account, resolution: '1d', points: [], gain: 0 })).toEqual([]);
});

test('a line lasts until the end of its range, or until now, also after the last report', () => {
  vi.useFakeTimers({ now: 9 * day });
  onTestFinished(() => void vi.useRealTimers());
  const points = [[day, 100] as const, [2 * day, 300] as const];
  expect(untilEnd(points, 5 * day)).toEqual([...points, [5 * day, 300]]);
  expect(untilEnd(points, Number.MAX_SAFE_INTEGER)).toEqual([...points, [9 * day, 300]]);
  expect(untilEnd(points, 2 * day)).toEqual(points);
  expect(untilEnd([], 5 * day)).toEqual([]);
});
