import { expect, test } from 'vitest';
import { shareFairly } from './fair-shares.ts';

const wanted = (item: number) => item;

test.each([
  { what: 'what one does not want goes to the others', items: [50, 2, 50], total: 20, shares: [9, 2, 9] },
  { what: 'each gets one at least', items: [5, 5, 5], total: 2, shares: [1, 1, 1] },
  { what: 'nobody gets more than it wants', items: [3, 4], total: 20, shares: [3, 4] },
])('$what', ({ items, total, shares }) => {
  const boxed = items.map((item) => ({ item }));
  const shared = shareFairly(
    boxed,
    total,
    ({ item }) => item,
    (_, share) => share,
  );
  expect(boxed.map((box) => shared.get(box))).toEqual(shares);
});

test('an unused part of a share goes to the others', () => {
  const shared = shareFairly([30, 40], 20, wanted, (item, share) => (item === 30 ? 4 : share));
  expect([...shared]).toEqual([
    [30, 4],
    [40, 16],
  ]);
});
