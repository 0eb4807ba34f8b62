import { expect, test } from 'vitest';
import { findEventPlace, markerLift, markerOpacity, markerRadius } from './event-marker.ts';

test('the place of an event is the place that its plugin sent', () => {
  expect(findEventPlace({ data: { data: { location: { x: 2272, y: 4065, plane: 0 } } } })).toEqual({
    x: 2272,
    y: 4065,
    plane: 0,
  });
  expect(findEventPlace({ data: { extra: { location: { x: 3109, y: 3689, plane: 0 } } } })).toEqual({
    x: 3109,
    y: 3689,
    plane: 0,
  });
});

test.each([
  {},
  { data: null },
  { extra: { location: { regionId: 9023, plane: 0, instanced: true } } },
  { data: [] },
  { data: { location: '<b>' } },
  { data: { location: { x: 1, y: 2 } } },
  { data: { location: { x: 1.5, y: 2, plane: 0 } } },
  { data: { location: { x: 1, y: 99_999, plane: 0 } } },
])('%j has no place', (data) => {
  expect(findEventPlace({ data })).toBeNull();
});

test('a higher worth makes a marker larger, up to a limit', () => {
  expect([null, 0, 10_000, 1_000_000, 1e12].map(markerRadius)).toEqual([6, 6, 6, 10, 16]);
});

test('a marker of any size stands above the dot of players at its place', () => {
  const dotRadius = 9.5;
  for (const worth of [null, 1_000_000, 1e12]) {
    expect(markerLift(worth) - markerRadius(worth) - 1).toBeGreaterThanOrEqual(dotRadius);
  }
});

test('a marker fades over half an hour, but not an event from a clock that is ahead', () => {
  expect(
    [0, 15 * 60_000, 60 * 60_000, -60_000].map((age) => markerOpacity(1_000_000 - age, 1_000_000)),
  ).toEqual([1, 0.625, 0.25, 1]);
});
