import { integerWithinOrNull } from '../../../shared/domain/integers.ts';
import { overall, virtualLevel, xpMax } from '../../../shared/domain/skill.ts';
import { nameLengthMax, storableText } from '../../../shared/domain/text.ts';
import type { Skill } from '../facts/facts.ts';
import type { SkipCounter } from './skip-counter.ts';

/** The game has 24 skills. A longer list is not from the game. */
const skillsMax = 100;
const levelMax = 127;

/**
 * Reads at most 100 skills of any name (rules/input.md#bounds). `Overall` and a skill without xp
 * are left out. A missing level is computed from the xp.
 */
export function readSkills(
  sent: object,
  skip: SkipCounter,
  valuesOf: (name: string) => { readonly xp?: unknown; readonly level?: unknown },
): Skill[] {
  const names = Object.keys(sent);
  const skills: Skill[] = [];
  for (const name of names.slice(0, skillsMax)) {
    const { xp, level } = valuesOf(name);
    const skill = readSkill(name, xp, level);
    if (skill !== null) skills.push(skill);
  }
  skip('skill', names.length - skills.length);
  return skills;
}

function readSkill(name: string, sentXp: unknown, level: unknown): Skill | null {
  const xp = integerWithinOrNull(sentXp, 0, xpMax);
  const skill = storableText(name, nameLengthMax);
  if (xp === null || skill === '' || skill === overall || skill === '__proto__') return null;
  return { skill, level: integerWithinOrNull(level, 1, levelMax) ?? virtualLevel(xp), xp };
}
