import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCuts, type TrailCounts } from './cut-trails.ts';

/** The times of the points of each trail, oldest first. */
type Trails = readonly (readonly number[])[];
const unitsOfMinute = 10;
const minutes = 2_000;
const minuteOf = (at: number) => Math.floor(at / unitsOfMinute);

function countsOf(trails: Trails): TrailCounts {
  const within = (at: number, from: number, to: number) => minuteOf(at) >= from && minuteOf(at) < to;
  return {
    countsIn: async (from, to) => {
      const found = new Map<number, number[]>();
      for (const [trail, times] of trails.entries()) {
        for (const at of times.filter((each) => within(each, from, to))) {
          const counts = found.get(minuteOf(at)) ?? Array(trails.length).fill(0);
          counts[trail] += 1;
          found.set(minuteOf(at), counts);
        }
      }
      return found;
    },
    timesIn: async (minute) => trails.map((times) => times.filter((at) => minuteOf(at) === minute)),
    hasPointsIn: async (from, to) => trails.map((times) => times.some((at) => within(at, from, to))),
  };
}

async function served(trails: Trails, limits: { ofTrail: number; ofAnswer: number }) {
  const cuts = await findCuts(countsOf(trails), { trails: trails.length, from: 0, to: minutes }, limits);
  return cuts.map(({ minute, skipped, isTruncated }, trail) => ({
    points: (trails[trail] ?? []).filter((at) => minuteOf(at) >= minute).slice(skipped),
    isTruncated,
  }));
}

/** The rule itself, without any regard to cost. */
function expected(trails: Trails, { ofTrail, ofAnswer }: { ofTrail: number; ofAnswer: number }) {
  const offered = trails.flatMap((times, trail) => times.slice(-ofTrail).map((at) => ({ at, trail })));
  const newest = offered.sort((left, right) => right.at - left.at).slice(0, ofAnswer);
  return trails.map((times, trail) => {
    const points = newest
      .filter((point) => point.trail === trail)
      .map(({ at }) => at)
      .reverse();
    return { points, isTruncated: points.length < times.length };
  });
}

test('an answer has the newest points of all trails, within the limit of each trail and of the answer', async () => {
  const limits = fc.record({
    ofTrail: fc.integer({ min: 1, max: 40 }),
    ofAnswer: fc.integer({ min: 1, max: 60 }),
  });
  // No two points have the same time, because the order of such points is open.
  const times = fc.uniqueArray(fc.nat(minutes * unitsOfMinute - 1), { maxLength: 120 });
  const trails = fc.tuple(times, fc.integer({ min: 1, max: 4 })).map(([all, count]) => {
    const sorted = all.toSorted((left, right) => left - right);
    return Array.from({ length: count }, (_, trail) => sorted.filter((at) => at % count === trail));
  });
  await fc.assert(
    fc.asyncProperty(trails, limits, async (all, given) => {
      expect(await served(all, given)).toEqual(expected(all, given));
    }),
  );
});

test('a trail that fits is whole, also next to a trail that is cut', async () => {
  const [small, large] = [[15_000], Array.from({ length: 50 }, (_, n) => 19_000 + n)];
  expect(await served([small, large], { ofTrail: 20, ofAnswer: 100 })).toEqual([
    { points: [15_000], isTruncated: false },
    { points: large.slice(-20), isTruncated: true },
  ]);
  expect(await served([small, large], { ofTrail: 50, ofAnswer: 50 })).toEqual([
    { points: [], isTruncated: true },
    { points: large, isTruncated: false },
  ]);
});
