import { expect, test } from 'vitest';
import { drawnTrail, placeOnTrail, stepBetween } from './trail-steps.ts';

const start = { at: '2026-09-14T18:20:00.000Z', x: 3222, y: 3218, plane: 0, is_on_boat: false };
const later = (seconds: number, x: number, y: number, boat = false) => ({
  ...start,
  at: new Date(Date.parse(start.at) + seconds * 1_000).toISOString(),
  x,
  y,
  is_on_boat: boat,
});

test.each([
  ['a run of a minute', later(60, 3222 + 206, 3218), 'move'],
  ['a tile more than anybody runs', later(60, 3222 + 207, 3218), 'teleport'],
  ['a boat', later(60, 3222 + 300, 3218, true), 'move'],
  ['a dungeon', later(10, 3222, 9618), 'entrance'],
  ['an hour of silence', later(3_600, 3222, 3218), 'gap'],
])('%s', (_, to, step) => {
  expect(stepBetween(start, to)).toBe(step);
});

test('only walked steps are lines', () => {
  const points = [start, later(60, 3230, 3218), later(120, 2964, 3378), later(180, 2970, 3378)];
  const { lines, jumps } = drawnTrail(points);
  expect(lines).toEqual([points.slice(0, 2), points.slice(2)]);
  expect(jumps).toEqual([{ from: points[1], to: points[2], step: 'teleport' }]);
  expect(drawnTrail([])).toEqual({ lines: [], jumps: [] });
});

test('the place at a time is that of the minute before it, and none after a silence', () => {
  const points = [start, later(60, 3230, 3218)];
  expect(placeOnTrail(points, Date.parse(start.at) + 70_000)).toBe(points[1]);
  expect(placeOnTrail(points, Date.parse(start.at) - 1)).toBeNull();
  expect(placeOnTrail(points, Date.parse(start.at) + 600_000)).toBeNull();
});
