import { describe, expect, test } from 'vitest';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import { rateLimiterContract } from './rate-limiter.contract.ts';
import type { Window } from './rate-limiter.ts';

const minute = 60_000;
const general: Window = { of: 'key', id: 'key', limit: 5, windowMs: minute };

describe('the limiter of one process', () => {
  rateLimiterContract(async (now) => createMemoryRateLimiter(now), { runs: 300, moments: 60 });
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

test('a check of a limit records no request', async () => {
  const limiter = createMemoryRateLimiter(() => 0);
  for (let times = 0; times < 20; times += 1) expect((await limiter.check(general)).remaining).toBe(5);
});

test('invented addresses make the limiter forget other addresses, never keys', async () => {
  let now = 0;
  const limiter = createMemoryRateLimiter(() => now);
  for (let times = 0; times < 5; times += 1) await limiter.take([general]);
  const address: Window = { of: 'address', id: '', limit: 30, windowMs: minute };
  for (now = 0; now < 30_000; now += 0.25) await limiter.take([{ ...address, id: `address ${now}` }]);
  expect((await limiter.check(general)).full).toBe(true);
  expect((await limiter.check({ ...address, id: 'address 0' })).remaining).toBe(30);
  expect((await limiter.check({ ...address, id: 'address 29999.75' })).remaining).toBe(29);
});

test('above the limit of addresses, the limiter forgets the address with the oldest last failure, not the first address', async () => {
  let now = 0;
  const limiter = createMemoryRateLimiter(() => now);
  const addressOf = (number: number): Window => ({
    of: 'address',
    id: `address ${number}`,
    limit: 30,
    windowMs: minute,
  });
  const fill = async (from: number, to: number) => {
    for (let number = from; number < to; number += 1) await limiter.take([addressOf(number)]);
  };
  await fill(0, 50_000);
  now = 1;
  await limiter.take([addressOf(0)]);
  await fill(50_000, 100_001);
  expect((await limiter.check(addressOf(0))).remaining).toBe(28);
  expect((await limiter.check(addressOf(1))).remaining).toBe(30);
  expect((await limiter.check(addressOf(2))).remaining).toBe(29);
});
