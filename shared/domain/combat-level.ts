import { realLevelMax, type skills } from './skill.ts';

interface SkillLevel {
  readonly skill: string;
  /** Levels above 99 count as 99. */
  readonly level: number;
}

/** By https://oldschool.runescape.wiki/w/Combat_level, 3..126. @param levelOf 1..99 */
export function combatLevelOf(levelOf: (skill: (typeof skills)[number]) => number): number {
  const defence = levelOf('Defence') + levelOf('Hitpoints') + Math.floor(levelOf('Prayer') / 2);
  const best = Math.max(
    levelOf('Attack') + levelOf('Strength'),
    Math.floor(1.5 * levelOf('Ranged')),
    Math.floor(1.5 * levelOf('Magic')),
  );
  // The factors are 0.25 and 0.325, of which 0.325 has no exact binary form.
  return Math.floor((10 * defence + 13 * best) / 40);
}

/** Null when a skill of the combat level is unknown. */
export function knownCombatLevel(known: readonly SkillLevel[]): number | null {
  const levels = new Map(known.map(({ skill, level }) => [skill, Math.min(realLevelMax, level)]));
  const combat = combatLevelOf((skill) => levels.get(skill) ?? Number.NaN);
  return Number.isNaN(combat) ? null : combat;
}
