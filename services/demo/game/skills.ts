import { realLevel, type skills } from '../../../shared/domain/skill.ts';

export type SkillName = (typeof skills)[number];

export type XpBySkill = Record<SkillName, number>;

/**
 * The game's combat level, 3 to 126: a defensive part plus the best of the three fighting styles.
 */
export function combatLevel(xp: XpBySkill): number {
  const level = (skill: SkillName): number => realLevel(xp[skill]);
  const defence = 0.25 * (level('Defence') + level('Hitpoints') + Math.floor(level('Prayer') / 2));
  const melee = 0.325 * (level('Attack') + level('Strength'));
  const ranged = 0.325 * Math.floor(1.5 * level('Ranged'));
  const magic = 0.325 * Math.floor(1.5 * level('Magic'));
  return Math.floor(defence + Math.max(melee, ranged, magic));
}
