import { expect, test } from 'vitest';
import { combatTiers } from './combat-tier.ts';

test.each([
  [0, null, 'Easy', 41],
  [40, null, 'Easy', 41],
  [41, 'Easy', 'Medium', 161],
  [611, 'Hard', 'Elite', 1_075],
  [2_672, 'Master', 'Grandmaster', 2_700],
  [2_700, 'Grandmaster', undefined, undefined],
])('%i points of 2,700 reach %s, and next comes %s', (points, reached, next, needed) => {
  const tiers = combatTiers(points, 2_700);
  expect([tiers.reached?.name ?? null, tiers.next?.name, tiers.next?.points]).toEqual([
    reached,
    next,
    needed,
  ]);
});

test('without a total, the known points of the last tier count', () => {
  expect(combatTiers(2_000, null).next).toEqual({ name: 'Grandmaster', points: 2_672 });
});
