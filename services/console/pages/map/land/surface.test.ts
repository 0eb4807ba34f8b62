import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coastPath } from './coast-path.ts';
import { type Field, type Outline, pathOf, smoothOutline } from './testing/outlines.ts';
import { readSurface, traceCoasts } from './testing/surface.ts';
import { surfaceSamples } from './testing/surface-samples.ts';

const surface = readSurface();
const traced = traceCoasts(surface);
const coasts = traced.map(smoothOutline);
const { west, north, step } = surfaceSamples;
const border = 2;

const samples = [...surface.values].map((value, index) => ({
  index,
  isLand: value === 1,
  x: west + ((index % surface.columns) - border) * step,
  y: north - (Math.floor(index / surface.columns) - border) * step,
}));

/** The `x` at which the lines cross a row of samples, which share their `y`. */
function crossingsOf(lines: readonly Outline[], y: number): number[] {
  return lines.flatMap((line) =>
    line.flatMap(([fromX, fromY], index) => {
      const [toX, toY] = line[(index + 1) % line.length] ?? [fromX, fromY];
      return fromY > y === toY > y ? [] : fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX);
    }),
  );
}

function landOf(lines: readonly Outline[]): (x: number, y: number) => boolean {
  const rows = new Map<number, number[]>();
  return (x, y) => {
    const crossings = rows.get(y) ?? crossingsOf(lines, y);
    rows.set(y, crossings);
    return crossings.filter((crossing) => x < crossing).length % 2 === 1;
  };
}

const nearTiles = 10;
const cellOf = (x: number, y: number) => `${Math.floor(x / nearTiles)} ${Math.floor(y / nearTiles)}`;
const corners = Map.groupBy(coasts.flat(), ([x, y]) => cellOf(x, y));
const around = [-nearTiles, 0, nearTiles];
/** Corners of the lines are a few tiles apart. */
const near = new Set(
  samples
    .filter(({ x, y }) =>
      around
        .flatMap((dx) => around.flatMap((dy) => corners.get(cellOf(x + dx, y + dy)) ?? []))
        .some(([atX, atY]) => (atX - x) ** 2 + (atY - y) ** 2 < nearTiles ** 2),
    )
    .map(({ index }) => index),
);

function rightShare(lines: readonly Outline[], points: typeof samples): number {
  const far = points.filter(({ index }) => !near.has(index));
  expect(far.length).toBeGreaterThan(points.length / 3);
  const isLand = landOf(lines);
  return far.filter((point) => isLand(point.x, point.y) === point.isLand).length / far.length;
}

test('samples that are 10 tiles or more from a coast are on their side', () => {
  expect(rightShare(coasts, samples)).toBeGreaterThan(0.98);
});

test.each([0, 1, 2, 3, 4, 5, 6])(
  'more than 95 of 100 samples that are kept back are on their side (part %i)',
  (part) => {
    const keptBack = samples.filter(({ index }) => (index * 3) % 7 === part);
    const known = new Set(samples.filter(({ index }) => (index * 3) % 7 !== part).map(({ index }) => index));
    const values = surface.values.map((value, index) => {
      if (known.has(index)) return value;
      const around = [index - 1, index + 1, index - surface.columns, index + surface.columns];
      const near = around.filter((each) => known.has(each)).map((each) => surface.values[each] ?? 0);
      return near.reduce((sum, each) => sum + each, 0) / near.length > 0.5 ? 1 : 0;
    });
    const field: Field = { ...surface, values };
    expect(rightShare(traceCoasts(field).map(smoothOutline), keptBack)).toBeGreaterThan(0.95);
  },
);

test('known places are on land and known water is water', () => {
  const isLand = landOf(coasts);
  for (const [x, y] of [
    [3_222, 3_218],
    [3_213, 3_424],
    [2_662, 3_305],
    [1_640, 3_673],
  ] as const)
    expect(isLand(x, y), `${x},${y}`).toBe(true);
  for (const [x, y] of [
    [2_200, 3_600],
    [2_400, 2_600],
    [3_400, 2_400],
  ] as const)
    expect(isLand(x, y), `${x},${y}`).toBe(false);
});

test('the pages draw these coasts, in less than 40 KB', () => {
  const path = pathOf(traced);
  const file = new URL('./coast-path.ts', import.meta.url);
  const text = readFileSync(file, 'utf8').replace(/'M[^']*'/, `'${path}'`);
  if (process.env.HUB_TEST_RECORD !== undefined) writeFileSync(file, text);
  else expect(coastPath, 'record it: HUB_TEST_RECORD=1 npm test -- map/land').toBe(path);
  expect(path.length).toBeLessThan(40_000);
});
