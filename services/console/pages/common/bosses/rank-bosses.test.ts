import { expect, test } from 'vitest';
import { rankBosses } from './rank-bosses.ts';

const counts = [
  { name: 'Kraken', kills: 900, gained: 0, updated_at: '2026-11-01T00:00:00.000Z' },
  { name: 'Zulrah', kills: 400, gained: 2, updated_at: '2026-11-29T00:00:00.000Z' },
  { name: 'zulrah', kills: 600, gained: 3, updated_at: null },
  { name: 'Vorkath', kills: 500, gained: 0, updated_at: '2026-11-20T00:00:00.000Z' },
  { name: 'Scurrius', kills: 7, gained: 4, updated_at: '2026-11-30T00:00:00.000Z' },
];

test.each([
  [false, ['Zulrah 1000', 'Kraken 900', 'Vorkath 500', 'Scurrius 7']],
  [true, ['Zulrah 5', 'Scurrius 4', 'Vorkath 0', 'Kraken 0']],
])('with a period %j, the bosses are %j', (isOfPeriod, ranked) => {
  expect(rankBosses(counts, isOfPeriod).map(({ name, kills }) => `${name} ${kills}`)).toEqual(ranked);
});
