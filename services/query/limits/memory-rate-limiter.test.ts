import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import type { Window } from './rate-limiter.ts';

const minute = 60_000;
const general: Window = { of: 'key', id: 'key', limit: 5, windowMs: minute };
const pace: Window = { of: 'key', id: 'key pace', limit: 1, windowMs: 1_000 };

interface Ask {
  readonly wait: number;
  readonly paced: boolean;
  readonly limit: number;
}

/** Every request that was let in, in a list, and nothing else. */
function createModel() {
  const recorded = new Map<string, number[]>();
  const within = ({ id, windowMs }: Window, now: number) =>
    (recorded.get(id) ?? []).filter((at) => at > now - windowMs);
  return (windows: readonly Window[], now: number) => {
    const allowed = windows.every((window) => within(window, now).length < window.limit);
    if (allowed) for (const { id } of windows) recorded.set(id, [...(recorded.get(id) ?? []), now]);
    const states = windows.map((window) => {
      const times = within(window, now);
      const next = times[Math.max(0, times.length - window.limit)] ?? now - window.windowMs;
      return {
        full: times.length >= window.limit,
        limit: window.limit,
        remaining: Math.max(0, window.limit - times.length),
        resetSeconds: Math.max(1, Math.ceil((next + window.windowMs - now) / 1_000)),
      };
    });
    return { allowed, states };
  };
}

test('lets in and tells exactly what a list of all requests would, for any times, limits and paces', async () => {
  const ask = fc.record({
    wait: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 30_000 }), fc.constant(minute)),
    paced: fc.boolean(),
    limit: fc.integer({ min: 1, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(ask, { maxLength: 200 }), async (asks: readonly Ask[]) => {
      let now = 0;
      const limiter = createMemoryRateLimiter(() => now);
      const model = createModel();
      for (const { wait, paced, limit } of asks) {
        now += wait;
        const windows = paced ? [{ ...general, limit }, pace] : [{ ...general, limit }];
        expect(await limiter.take(windows)).toEqual(model(windows, now));
      }
    }),
    { numRuns: 300 },
  );
});

test('no window of a minute ever holds more than the limit', async () => {
  let now = 0;
  const limiter = createMemoryRateLimiter(() => now);
  const accepted: number[] = [];
  for (; now < 5 * minute; now += 977) {
    if ((await limiter.take([general])).allowed) accepted.push(now);
  }
  for (const start of accepted) {
    expect(accepted.filter((at) => at >= start && at < start + minute).length).toBeLessThanOrEqual(5);
  }
  expect(accepted.length).toBeGreaterThanOrEqual(25);
});

test('a refusal records in none of the windows', async () => {
  let now = 0;
  const limiter = createMemoryRateLimiter(() => now);
  await limiter.take([general, pace]);
  for (let times = 0; times < 20; times += 1)
    expect((await limiter.take([general, pace])).allowed).toBe(false);
  now = 1_000;
  const { allowed, states } = await limiter.take([general, pace]);
  expect([allowed, states[0]?.remaining]).toEqual([true, 3]);
});

test('a look records nothing', async () => {
  const limiter = createMemoryRateLimiter(() => 0);
  for (let times = 0; times < 20; times += 1) expect((await limiter.check(general)).remaining).toBe(5);
});

test('a made-up address pushes out no key', async () => {
  let now = 0;
  const limiter = createMemoryRateLimiter(() => now);
  for (let times = 0; times < 5; times += 1) await limiter.take([general]);
  const address: Window = { of: 'address', id: '', limit: 30, windowMs: minute };
  for (now = 0; now < 30_000; now += 0.25) await limiter.take([{ ...address, id: `address ${now}` }]);
  expect((await limiter.check(general)).full).toBe(true);
  expect((await limiter.check({ ...address, id: 'address 0' })).remaining).toBe(30);
  expect((await limiter.check({ ...address, id: 'address 29999.75' })).remaining).toBe(29);
});
