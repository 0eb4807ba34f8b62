import { integerWithin } from '../../../shared/domain/integers.ts';
import { overall, virtualLevel, xpMax } from '../../../shared/domain/skill.ts';
import { nameLengthMax, storableText } from '../../../shared/domain/text.ts';
import type { Skill } from '../facts/facts.ts';
import type { SkipKind } from './skip-counter.ts';

/** The game has 24; the set is open, and a report of thousands is not one. */
const skillsMax = 100;
const levelMax = 127;

/**
 * The usable skills of an object with a member for each, at most 100 looked at. Any name counts as a skill; only the hub's own
 * sum is not one. A level without xp makes no skill, and xp without a level has its virtual one (decisions.md, What comes in).
 */
export function readSkills(
  sent: object,
  skip: SkipKind<'skill'>,
  of: (name: string) => { readonly xp?: unknown; readonly level?: unknown },
): Skill[] {
  const names = Object.keys(sent);
  const skills: Skill[] = [];
  for (const name of names.slice(0, skillsMax)) {
    const { xp, level } = of(name);
    const skill = readSkill(name, xp, level);
    if (skill !== null) skills.push(skill);
  }
  skip('skill', names.length - skills.length);
  return skills;
}

function readSkill(name: string, sentXp: unknown, level: unknown): Skill | null {
  const xp = integerWithin(sentXp, 0, xpMax);
  const skill = storableText(name, nameLengthMax);
  if (xp === null || skill === '' || skill === overall || skill === '__proto__') return null;
  return { skill, level: integerWithin(level, 1, levelMax) ?? virtualLevel(xp), xp };
}
