import { expect, test } from 'vitest';
import { diaryAreasOf, diaryVariables, valueWhenDone } from './diary-areas.ts';

type Variables = Readonly<Record<number, number>>;
const listOf = (variables: Variables) =>
  Array.from({ length: diaryVariables }, (_, place) => variables[place] ?? 0);
const tiersOf = (area: string, variables: Variables) =>
  diaryAreasOf(listOf(variables))
    ?.find((each) => each.area === area)
    ?.tiers.map(({ completed }) => completed);

test('the game has 492 tasks in 12 areas, and none is done at first', () => {
  const areas = diaryAreasOf(listOf({})) ?? [];
  const tiers = areas.flatMap((area) => area.tiers);
  expect(areas).toHaveLength(12);
  expect(tiers.reduce((sum, { total }) => sum + total, 0)).toBe(492);
  expect(tiers.every(({ completed }) => completed === 0)).toBe(true);
});

test('all tasks are done when all bits are set and Karamja has its values', () => {
  const all = Array.from({ length: diaryVariables }, (_, place) => (place < 23 ? -1 : valueWhenDone(place)));
  const tiers = diaryAreasOf(all)?.flatMap((area) => area.tiers) ?? [];
  expect(tiers.filter(({ completed, total }) => completed !== total)).toEqual([]);
});

test('a bit counts for the tier of its task, also in the second variable', () => {
  // Bit 3 of Ardougne is no task; bit 31 is hard, and bit 0 of the next variable is hard too.
  expect(tiersOf('Ardougne', { 0: 0b1011 | (1 << 31), 1: 0b1000001 })).toEqual([2, 0, 2, 1]);
  expect(tiersOf('Wilderness', { 22: 0b1000 })).toEqual([0, 0, 0, 1]);
});

test('a task of the Desert with two bits counts once', () => {
  expect(tiersOf('Desert', { 2: 1 << 22 })).toEqual([0, 1, 0, 0]);
  expect(tiersOf('Desert', { 2: 1 << 22, 3: 1 << 9 })).toEqual([0, 1, 0, 0]);
  expect(tiersOf('Desert', { 3: 1 << 9 })).toEqual([0, 1, 0, 0]);
});

test('a task of Karamja that counts to 5 is not done before 5', () => {
  expect(tiersOf('Karamja', { 10: 0b10, 23: 4, 24: 1, 33: 1, 59: 5 })).toEqual([1, 1, 1, 1]);
});

test('a list of another length says nothing', () => {
  expect(diaryAreasOf(listOf({}).slice(1))).toBeNull();
});
