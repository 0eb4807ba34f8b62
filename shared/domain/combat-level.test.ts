import { expect, test } from 'vitest';
import { knownCombatLevel } from './combat-level.ts';

const names = ['Attack', 'Strength', 'Defence', 'Hitpoints', 'Prayer', 'Ranged', 'Magic'];
const skillsOf = (levels: readonly number[]) =>
  levels.map((level, place) => ({ skill: names[place] ?? '', level }));

test.each([
  ['a new player', [1, 1, 1, 10, 1, 1, 1], 3],
  ['the highest levels', [99, 99, 99, 99, 99, 99, 99], 126],
  ['virtual levels', [120, 126, 99, 105, 99, 110, 99], 126],
  ['a fighter', [75, 80, 70, 78, 52, 60, 60], 93],
  ['an archer', [40, 40, 40, 60, 43, 90, 50], 74],
  ['a mage of an odd level', [1, 1, 1, 30, 1, 1, 55], 34],
  ['a sum that is exactly a level', [20, 20, 20, 20, 1, 1, 1], 23],
])('%s has a combat level', (_, levels, expected) => {
  expect(knownCombatLevel(skillsOf(levels))).toBe(expected);
});

test('without a skill, the combat level is unknown', () => {
  for (const name of names) {
    const others = skillsOf([99, 99, 99, 99, 99, 99, 99]).filter(({ skill }) => skill !== name);
    expect(knownCombatLevel(others)).toBeNull();
  }
});
