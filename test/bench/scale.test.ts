import { expect, test } from 'vitest';
import {
  busiestShare,
  guildOf,
  isFull,
  needsOf,
  type Part,
  playersUntilFull,
  type UnitCosts,
} from './scale.ts';

const costs: UnitCosts = {
  report: { ingest: 0.7, projector: 0.7, query: 0.07, postgres: 1, kafka: 0.1 },
  idle: { ingest: 0, projector: 0, query: 0, postgres: 0, kafka: 0 },
  polledAccount: 0.001,
  baseMegabytes: 124,
  accountKilobytes: 100,
  bodyKilobytes: 6.4,
};
const each = { reportsPerSecond: 0.2, pollsPerSecond: 0.01 };
const amounts = (players: number) =>
  Object.fromEntries(needsOf(costs, guildOf(players, each)).map(({ part, amount }) => [part, amount]));

test('a part needs the sum of what its work costs, and enough processes that each uses at most 0.7 of a core', () => {
  expect(amounts(5_000)).toMatchObject({
    ingest: 1,
    projector: 1,
    PostgreSQL: 1,
    Kafka: 0.1,
    'each query': expect.closeTo(0.07 + 0.0025, 5),
    'query memory': expect.closeTo(124 + 488.3, 1),
    'full snapshot': expect.closeTo(31.25, 2),
  });
  expect(amounts(10_000)).toMatchObject({ ingest: 2, projector: 3, PostgreSQL: 2 });
});

test('the need of a part includes its load without reports', () => {
  const resting = { ...costs, idle: { ...costs.idle, postgres: 0.25, query: 0.1 } };
  const needs = needsOf(resting, guildOf(5_000, each));
  const amountOf = (part: Part) => needs.find((need) => need.part === part)?.amount;
  expect(amountOf('PostgreSQL')).toBeCloseTo(1.25, 5);
  expect(amountOf('each query')).toBeCloseTo(0.1 + 0.07 + 0.0025, 5);
});

test('more projectors than partitions do not help; a query process that is busy with following can answer nobody', () => {
  const needs = needsOf(costs, guildOf(100_000, each));
  const full = (part: Part) => needs.filter((need) => need.part === part).map(isFull);
  expect(full('projector')).toEqual([true]);
  expect(full('ingest')).toEqual([false]);
  expect(needs.find(({ part }) => part === 'query')?.amount).toBe(Number.POSITIVE_INFINITY);
});

test('playersUntilFull gives the players that fill a part, and null for ingest', () => {
  const at = (part: Part) => playersUntilFull(costs, part, each);
  expect(at('ingest')).toBeNull();
  // 64 MB at 6.4 KB each, to three digits.
  expect(at('full snapshot')).toBeGreaterThan(10_100);
  expect(at('full snapshot')).toBeLessThanOrEqual(10_240);
  expect(at('PostgreSQL')).toBeGreaterThan(159_000);
  expect(at('PostgreSQL')).toBeLessThanOrEqual(160_000);
  // Twelve equally full partitions would be enough for 60,000.
  expect(at('projector')).toBeGreaterThan(50_000);
  expect(at('projector')).toBeLessThan(60_000);
});

test('the fullest of twelve partitions has more than one twelfth, and its share grows when the guild is smaller', () => {
  const shares = [100_000, 2_000, 200].map(busiestShare);
  expect(shares.toSorted((left, right) => left - right)).toEqual(shares);
  expect(shares[0]).toBeLessThan(0.09);
  expect(shares[2]).toBeGreaterThan(0.095);
});
