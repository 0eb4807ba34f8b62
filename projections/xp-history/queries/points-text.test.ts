import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { tiers } from '../tier.ts';
import { bucketsMax, lastBucket, pointsText, sampleBytes } from './points-text.ts';

const [fine, , daily] = tiers;
const range = { first: Date.UTC(2025, 11, 31, 23, 50), tier: fine };

type Sample = readonly [bucket: number, xp: number];

/** `given` is as PostgreSQL gives the samples. */
function samplesOf(samples: readonly Sample[]) {
  const given = Buffer.alloc(samples.length * sampleBytes);
  for (const [index, [bucket, xp]] of samples.entries()) {
    given.writeBigInt64BE(BigInt(xp) * BigInt(bucketsMax) + BigInt(bucket), index * sampleBytes);
  }
  return { given, meant: samples.map(([bucket, xp]) => [timeOf(bucket), xp]) };
}

function timeOf(bucket: number): string {
  return new Date(range.first + bucket * range.tier.bucketMs).toISOString();
}

test.each<[string, readonly Sample[]]>([
  ['no samples', []],
  ['one', [[7, 123]]],
  ['the least and the most xp', [0, 9, 10, 2 ** 31, 2 ** 32, 2 ** 40, 2 ** 50 - 1].map((xp) => [4_999, xp])],
  ['hours, days and years that end', [1, 2, 13, 14, 289, 290].map((bucket) => [bucket, 5])],
])('samples become points: %s', (_name, samples) => {
  const { given, meant } = samplesOf(samples);
  expect(JSON.parse(`[${pointsText(given, range)}]`)).toEqual(meant);
});

test('daily samples become points, and the last bucket is the start of the last day', () => {
  const days = { first: Date.UTC(2024, 1, 28), tier: daily };
  const { given } = samplesOf([
    [1, 7],
    [2, 8],
  ]);
  expect(JSON.parse(`[${pointsText(given, days)}]`)).toEqual([
    ['2024-02-29T00:00:00.000Z', 7],
    ['2024-03-01T00:00:00.000Z', 8],
  ]);
  expect(lastBucket(given, days)).toBe(Date.UTC(2024, 2, 1));
});

test('samples become the right points after a shorter answer and after a longer answer', () => {
  const random = seededRandom(7);
  for (const count of [3, 1_250, 40]) {
    const samples = Array.from(
      { length: count },
      () => [Math.floor(random() * 5_000), Math.floor(random() * 10 ** (1 + random() * 12))] as const,
    );
    const { given, meant } = samplesOf(samples);
    expect(JSON.parse(`[${pointsText(given, range)}]`)).toEqual(meant);
  }
});
