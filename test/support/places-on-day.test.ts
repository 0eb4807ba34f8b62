import { expect, test } from 'vitest';
import { placesOnDay } from './places-on-day.ts';

test.each([
  { length: 1, wanted: 1 },
  { length: 3, wanted: 1 },
  { length: 8, wanted: 3 },
  { length: 8, wanted: 8 },
])(
  'a day chooses $wanted of $length places, and every place is chosen within $length days',
  ({ length, wanted }) => {
    const days = Array.from({ length }, (_, day) => placesOnDay(20_000 + day, length, wanted));
    expect(days.map(({ size }) => size)).toEqual(days.map(() => wanted));
    expect(days.reduce((all, chosen) => all.union(chosen)).size).toBe(length);
  },
);

test('neighbouring cases are not chosen on the same day', () => {
  expect(placesOnDay(20_000, 8, 3)).toEqual(new Set([0, 2, 5]));
  expect(placesOnDay(20_001, 8, 3)).toEqual(new Set([1, 3, 6]));
});
