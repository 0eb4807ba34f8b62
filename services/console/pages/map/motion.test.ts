import { expect, test } from 'vitest';
import { frameIntervalMs, isMoving, nextMotion, placeAt } from './motion.ts';

const lumbridge = { x: 3222, y: 3218, plane: 0 };
const nearby = { x: 3232, y: 3218, plane: 0 };

test('a walking player moves smoothly from the place where they are shown', () => {
  const stood = nextMotion(undefined, lumbridge, { now: 0, withinMs: 3_000 });
  expect(isMoving(stood, 0)).toBe(false);
  const walks = nextMotion(stood, nearby, { now: 0, withinMs: 3_000 });
  expect(placeAt(walks, 1_500)).toEqual({ x: 3227, y: 3218, plane: 0 });
  const turns = nextMotion(walks, lumbridge, { now: 1_500, withinMs: 3_000 });
  expect(placeAt(turns, 1_500)).toEqual({ x: 3227, y: 3218, plane: 0 });
  expect(placeAt(turns, 9_000)).toEqual(lumbridge);
});

test.each([
  ['a teleport', { x: 2964, y: 3378, plane: 0 }, 3_000],
  ['another floor', { x: 3222, y: 3218, plane: 2 }, 3_000],
  ['any news where motion is not wanted', nearby, 0],
])('%s arrives at once', (_, to, withinMs) => {
  const stood = nextMotion(undefined, lumbridge, { now: 0, withinMs });
  expect(placeAt(nextMotion(stood, to, { now: 10, withinMs }), 10)).toEqual(to);
});

test('the same place again keeps the same motion, so that nothing is painted for it', () => {
  const walks = nextMotion(nextMotion(undefined, lumbridge, { now: 0, withinMs: 1 }), nearby, {
    now: 0,
    withinMs: 1,
  });
  expect(nextMotion(walks, { ...nearby }, { now: 5, withinMs: 1 })).toBe(walks);
});

test('the map paints fewer frames when zoomed out, and every frame when zoomed in', () => {
  expect(frameIntervalMs(0.125)).toBe(500);
  expect(frameIntervalMs(1)).toBe(150);
  expect(frameIntervalMs(16)).toBeLessThan(10);
});
