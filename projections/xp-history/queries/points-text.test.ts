import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { pointsText } from './points-text.ts';

const minuteMs = 60_000;

/** As PostgreSQL gives the samples, and the points as they are meant. */
function samplesOf(samples: readonly (readonly [number, string])[]) {
  const [minutes, xp] = [samples.map(([minute]) => minute), samples.map(([, value]) => value)];
  return {
    given: { count: samples.length, minutes: `{${minutes}}`, xp: `{${xp}}` },
    meant: samples.map(([minute, value]) => [new Date(minute * minuteMs).toISOString(), Number(value)]),
  };
}

test.each([
  ['no samples', []],
  ['one', [[29_312_640, '123']]],
  ['the first minute of time and the largest xp', [[0, '9007199254740991']]],
  ['days, months and years that end', [525_599, 525_600, 29_312_639, 29_312_640].map((at) => [at, '0'])],
] as const)('%s', (_name, samples) => {
  const { given, meant } = samplesOf(samples as readonly (readonly [number, string])[]);
  expect(JSON.parse(`[${pointsText(given)}]`)).toEqual(meant);
});

test('any samples, of a long answer after a short one and the other way round', () => {
  const random = seededRandom(7);
  for (const count of [3, 1_250, 40]) {
    const samples = Array.from(
      { length: count },
      () =>
        [
          Math.floor(random() * 60_000_000),
          String(Math.floor(random() * 10 ** (1 + random() * 12))),
        ] as const,
    );
    const { given, meant } = samplesOf(samples);
    expect(JSON.parse(`[${pointsText(given)}]`)).toEqual(meant);
  }
});
