import { combatLevelOf } from '../../../shared/domain/combat-level.ts';
import { realLevel, type skills } from '../../../shared/domain/skill.ts';

export type SkillName = (typeof skills)[number];

export type XpBySkill = Record<SkillName, number>;

export function combatLevel(xp: XpBySkill): number {
  return combatLevelOf((skill) => realLevel(xp[skill]));
}
