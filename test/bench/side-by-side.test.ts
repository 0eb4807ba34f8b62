import { expect, test } from 'vitest';
import { compareFigures } from './side-by-side.ts';

const run = (figures: Readonly<Record<string, number>>) =>
  Object.entries(figures).map(([name, value]) => ({
    name,
    unit: 'ms' as const,
    median: value,
    lowest: value,
    highest: value,
  }));

test('compareFigures compares the rounds in pairs, and gives medians of the values and of the ratios', () => {
  const here = [run({ start: 100 }), run({ start: 300 }), run({ start: 120 })];
  const there = [run({ start: 200 }), run({ start: 300 }), run({ start: 100 })];
  expect(compareFigures(here, there)).toEqual([
    { name: 'start', unit: 'ms', here: 120, there: 200, ratio: 1, ratios: [0.5, 1, 1.2] },
  ]);
});

test('compareFigures leaves out a figure that one checkout lacks', () => {
  const compared = compareFigures([run({ old: 1, new: 2 })], [run({ old: 2, gone: 3 })]);
  expect(compared.map(({ name }) => name)).toEqual(['old']);
});
