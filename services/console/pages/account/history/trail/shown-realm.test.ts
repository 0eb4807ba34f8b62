import { expect, test } from 'vitest';
import { inShownRealm } from './shown-realm.ts';

const [town, mine, house] = [
  { x: 3_200, y: 3_200 },
  { x: 3_200, y: 9_600 },
  { x: 7_000, y: 3_200 },
];

test('the map shows the surface part of a trail that ends in a dungeon', () => {
  expect(inShownRealm([town, mine, mine])).toEqual([town]);
});

test('a trail without the surface is shown where it has most points', () => {
  expect(inShownRealm([house, mine, mine])).toEqual([mine, mine]);
  expect(inShownRealm([])).toEqual([]);
});
