import { expect, test } from 'vitest';
import { lastPlaceOnTrail, latestPart, splitTrail } from './trail-parts.ts';

const start = {
  at: '2026-09-14T18:20:00.000Z',
  x: 3222,
  y: 3218,
  plane: 0,
  world: 486,
  is_on_boat: false,
  via: null,
};
const later = (seconds: number, via: string, x = 3230, y = 3218) => ({
  ...start,
  at: new Date(Date.parse(start.at) + seconds * 1_000).toISOString(),
  x,
  y,
  via,
});

test('only walked steps become lines', () => {
  const points = [
    start,
    later(60, 'move'),
    later(120, 'teleport', 2964, 3378),
    later(180, 'move', 2970, 3378),
  ];
  const { lines, jumps } = splitTrail(points);
  expect(lines).toEqual([points.slice(0, 2), points.slice(2)]);
  expect(jumps).toEqual([{ from: points[1], to: points[2], by: 'teleport' }]);
  expect(splitTrail([])).toEqual({ lines: [], jumps: [] });
});

test('an unknown kind of step from a later hub is not a walk', () => {
  const { lines, jumps } = splitTrail([start, later(60, 'entrance'), later(120, 'canoe')]);
  expect(lines).toEqual([]);
  expect(jumps.map(({ by }) => by)).toEqual(['entrance', 'gap']);
});

test('a map first shows the part of a trail since the last jump that led far away', () => {
  const points = [
    start,
    later(60, 'move'),
    later(120, 'entrance', 3230, 9618),
    later(180, 'move', 3235, 9618),
    later(240, 'teleport', 2964, 3378),
    later(300, 'move', 2970, 3378),
    later(900, 'gap', 2990, 3380),
  ];
  expect(latestPart(points)).toEqual(points.slice(4));
  expect(latestPart(points.slice(0, 3))).toEqual(points.slice(2, 3));
  expect(latestPart(points.slice(0, 2))).toEqual(points.slice(0, 2));
  expect(latestPart([])).toEqual([]);
});

test('the place at a time is the last place within two minutes before, and there is no place after a long silence', () => {
  const points = [start, later(60, 'move')];
  expect(lastPlaceOnTrail(points, Date.parse(start.at) + 70_000)).toBe(points[1]);
  expect(lastPlaceOnTrail(points, Date.parse(start.at) - 1)).toBeNull();
  expect(lastPlaceOnTrail(points, Date.parse(start.at) + 600_000)).toBeNull();
});
