import { expect, test } from 'vitest';
import { campaign } from '../../../test/support/campaign.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { createPostgresRateLimiter } from './postgres-rate-limiter.ts';
import type { Window } from './rate-limiter.ts';

const minute = 60_000_000;
const { runs: requests, seed, label } = campaign(1_000_000);
const perMoment = 1_500;
const keys = 20;
const limit = 600;
const upToDate = { atLeast: async () => ({}) as never };

/** In microseconds. A step in a hundred goes up to a minute forward or back. */
function createSteppingClock(random: () => number) {
  let now = 1e15;
  return {
    now: () => now,
    advance: () => {
      now += Math.floor(random() * 2_000_000);
      if (random() < 0.01) now += Math.floor((random() - 0.5) * 2 * minute);
    },
  };
}

test(`three replicas admit at most the limit in any 60 s, although the clock is set back and forward (${label})`, async () => {
  const { database } = await freshDatabase('hub');
  const random = seededRandom(seed);
  const clock = createSteppingClock(random);
  const replicas = Array.from({ length: 3 }, () =>
    createPostgresRateLimiter({ database, directory: upToDate, now: clock.now }),
  );
  const accepted = Array.from({ length: keys }, () => [] as number[]);
  for (let asked = 0; asked < requests; asked += perMoment) {
    const at = clock.now();
    await Promise.all(
      Array.from({ length: perMoment }, async (_, index) => {
        const key = Math.floor(random() ** 2 * keys);
        const window: Window = { of: 'key', id: String(key), limit, windowMs: 60_000 };
        const taken = await replicas[index % 3]?.take([window]);
        if (taken?.allowed) accepted[key]?.push(at);
      }),
    );
    clock.advance();
  }
  expect(accepted.flat().length).toBeGreaterThan(requests / 20);
  for (const times of accepted) expect(mostWithin(times, minute)).toBeLessThanOrEqual(limit);
});

/** @returns the most `times` in any span of this length */
function mostWithin(times: readonly number[], span: number): number {
  const sorted = times.toSorted((left, right) => left - right);
  let most = 0;
  let from = 0;
  sorted.forEach((time, index) => {
    while ((sorted[from] ?? time) <= time - span) from += 1;
    most = Math.max(most, index - from + 1);
  });
  return most;
}
