import { expect, test } from 'vitest';
import { clampToSpans, mergeReplaySpans, placeAtTime, skipIdleTime } from './replay-spans.ts';

const minute = 60_000;
const start = Date.parse('2026-09-14T18:00:00.000Z');
const point = (minutes: number, x: number, via: string | null, plane = 0) => ({
  at: new Date(start + minutes * minute).toISOString(),
  x,
  y: 3_200,
  plane,
  world: 486,
  is_on_boat: false,
  via,
});
const trail = [
  point(0, 3_200, null),
  point(1, 3_220, 'move'),
  point(2, 2_964, 'teleport'),
  point(60, 2_964, 'gap'),
  point(61, 2_974, 'move', 1),
];

test.each([
  [-1, null],
  [0.5, { x: 3_210, plane: 0 }],
  [1.9, { x: 3_220 }],
  [2, { x: 2_964 }],
  [4, { x: 2_964 }],
  [30, null],
  [60.5, { x: 2_969, plane: 0 }],
  [61, { x: 2_974, plane: 1 }],
  [64, null],
])('the replay shows the right place %d minutes after the first point', (minutes, place) => {
  const shown = placeAtTime(trail, start + minutes * minute);
  if (place === null) expect(shown).toBeNull();
  else expect(shown).toMatchObject(place);
});

test('a replay skips time in which nobody was seen', () => {
  const spans = mergeReplaySpans([trail, [point(1, 1, null), point(5, 2, 'move')], []]);
  const at = (minutes: number) => start + minutes * minute;
  expect(spans).toEqual([
    { from: at(0), to: at(5) },
    { from: at(60), to: at(61) },
  ]);
  expect([-5, 3, 6, 60.5, 90].map((minutes) => skipIdleTime(spans, at(minutes)))).toEqual(
    [0, 3, 60, 60.5, 61].map(at),
  );
  expect(skipIdleTime([], at(7))).toBe(at(7));
  expect([-5, 3, 6, 90].map((minutes) => clampToSpans(spans, at(minutes)))).toEqual([0, 3, 6, 61].map(at));
  expect(clampToSpans([], at(7))).toBe(at(7));
});
