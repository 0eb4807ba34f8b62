import { describe, expect, it } from 'vitest';
import { compareSkills, overallProgress, realLevel, skills, virtualLevel, xpToNextLevel } from './skill.ts';

describe('a skill', () => {
  it.each([
    [0, 1],
    [82, 1],
    [83, 2],
    [1_153, 9],
    [1_154, 10],
    [13_363, 30],
    [101_333, 50],
    [737_627, 70],
    [13_034_430, 98],
    [13_034_431, 99],
    [14_391_160, 100],
    [104_273_167, 120],
    [188_884_740, 126],
    [199_999_999, 126],
    [200_000_000, 127],
  ])('with %i xp has virtual level %i', (xp, level) => {
    expect(virtualLevel(xp)).toBe(level);
  });

  it('has no real level above 99', () => {
    expect(realLevel(13_034_430)).toBe(98);
    expect(realLevel(200_000_000)).toBe(99);
  });

  it('fills the bar of the total level only at the highest total level', () => {
    expect(overallProgress(skills.length * 99 - 1)).toBeLessThan(1);
    expect([overallProgress(skills.length * 99), overallProgress(0)]).toEqual([1, 0]);
  });

  it('has xp to the next level until the last level', () => {
    expect([0, 82, 83, 188_884_740].map(xpToNextLevel)).toEqual([83, 1, 91, null]);
  });

  it('comes in the order of the game, and an unknown skill comes last, by name', () => {
    const names = ['Zeal', 'Sailing', 'Brewing', 'Attack', 'Defence'];
    expect(names.sort(compareSkills)).toEqual(['Attack', 'Defence', 'Sailing', 'Brewing', 'Zeal']);
  });
});
